import { pathTo } from '@pinmark/shared/api/endpoint'
import { exportAccount } from '@pinmark/shared/api/users'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DownloadCancelled, fetchFile, saveFile } from '../../../lib/download'

/** Downloads all data of the account. `cancel` aborts it, and so does leaving the page. */
export function useDownloadData() {
  const [received, setReceived] = useState(0)
  const download = useRef<AbortController>(null)
  useEffect(() => () => download.current?.abort(), [])

  const mutation = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      download.current = controller
      setReceived(0)
      saveFile(await fetchFile(pathTo(exportAccount), { signal: controller.signal, onProgress: setReceived }))
    },
  })
  const error = mutation.error instanceof DownloadCancelled ? null : mutation.error
  return { ...mutation, error, received, cancel: () => download.current?.abort() }
}
