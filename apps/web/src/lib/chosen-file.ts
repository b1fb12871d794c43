import { lacksEnd } from '@pinmark/shared/missing-end'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useState } from 'react'

/** Says what a file will not show, before it is sent; null if nothing is known to be missing. The upload itself reports a
 *  file that cannot be read. */
export async function lossOfFile(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0))
  return lacksEnd(new Uint8Array(bytes)) ? m.file_end_missing() : null
}

/** The same for a component; null until the file has been read. */
export function useLossOfFile(file: File): string | null {
  const [found, setFound] = useState<{ file: File; loss: string | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    void lossOfFile(file).then((loss) => isWanted && setFound({ file, loss }))
    return () => {
      isWanted = false
    }
  }, [file])
  return found?.file === file ? found.loss : null
}

/** The ref of a picture that shows a file. The object URL exists as long as the picture is mounted. */
export function useDrawFile(file: File) {
  return useCallback(
    (picture: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
}
