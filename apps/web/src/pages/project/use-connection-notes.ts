import { useEffect } from 'react'
import { closeToast, useToast } from '../../ui/toast'

/** Shows a note while the browser reports that the network is gone. */
export function useConnectionNotes(): void {
  const toast = useToast()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let note = 0
    const tell = () => {
      note = toast.show({ text: 'You are offline. Drafts are kept.' })
    }
    window.addEventListener('offline', tell, { signal })
    window.addEventListener('online', () => closeToast(note), { signal })
    return () => controller.abort()
  }, [toast])
}
