import { useEffect } from 'react'
import { useToast } from '../../ui/toast'

/** Shows a note once when the browser reports that the network is gone. */
export function useConnectionNotes(): void {
  const toast = useToast()
  useEffect(() => {
    const tell = () => toast.show({ text: 'You are offline. Drafts are kept.' })
    window.addEventListener('offline', tell)
    return () => window.removeEventListener('offline', tell)
  }, [toast])
}
