import { useEffect } from 'react'
import { useToast } from '../../ui/toast'

/** Says once that the network is gone, when the browser itself knows. */
export function useConnectionNotes(): void {
  const toast = useToast()
  useEffect(() => {
    const tell = () => toast.show({ text: 'You are offline. Drafts are kept.' })
    window.addEventListener('offline', tell)
    return () => window.removeEventListener('offline', tell)
  }, [toast])
}
