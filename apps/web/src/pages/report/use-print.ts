import { useState, type RefObject } from 'react'

/** Prints after every picture has loaded, because a printer does not wait for them. A picture that fails to
 *  load stays empty, as on the screen. */
export function usePrint(place: RefObject<HTMLElement | null>) {
  const [isPreparing, setPreparing] = useState(false)
  return {
    isPreparing,
    print: () => {
      const pictures = [...(place.current?.querySelectorAll('img') ?? [])]
      setPreparing(true)
      void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
        setPreparing(false)
        window.print()
      })
    },
  }
}
