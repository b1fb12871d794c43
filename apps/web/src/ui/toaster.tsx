import { Toast } from '@base-ui/react/toast'
import { CircleAlert, X } from 'lucide-react'
import { toasts, type ToastData } from './toast'
import { IconButton } from './icon-button'

/** Short notes at the bottom left; below the bar at the top on phones. They wait while pointed at or focused. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toast-viewport" aria-label="Notes">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts: shown } = Toast.useToastManager<ToastData>()
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={['left', 'up']} className="toast">
      <Toast.Content className="flex items-center gap-3">
        {toast.data?.tone === 'danger' && (
          <CircleAlert aria-hidden size={18} strokeWidth={1.75} className="flex-none text-danger-text" />
        )}
        <Toast.Description className="min-w-0 py-1.5 wrap-anywhere" />
        {toast.actionProps && <Toast.Action className="button button-outline button-sm ml-auto flex-none" />}
        <Toast.Close
          render={
            <IconButton label="Close note" size="sm" className={toast.actionProps ? '-ml-2' : 'ml-auto'}>
              <X aria-hidden size={16} strokeWidth={1.75} />
            </IconButton>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
