import { Toast } from '@base-ui/react/toast'

export interface ToastData {
  tone: 'plain' | 'danger'
}

export interface ToastInput {
  text: string
  /** One button; it closes the note. */
  action?: { label: string; onSelect: () => void }
  tone?: 'plain' | 'danger'
  /** 6 s, and 10 s for a note with a button. */
  durationMs?: number
}

const plainMs = 6_000
const withActionMs = 10_000

export const toasts = Toast.createToastManager<ToastData>()

const toastActions = {
  show({ text, action, tone = 'plain', durationMs }: ToastInput): void {
    const id = toasts.add({
      description: text,
      timeout: durationMs ?? (action ? withActionMs : plainMs),
      priority: tone === 'danger' ? 'high' : 'low',
      data: { tone },
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            toasts.close(id)
            action.onSelect()
          },
        },
      }),
    })
  },
}

/** Shows a note that goes by itself. */
export function useToast(): typeof toastActions {
  return toastActions
}
