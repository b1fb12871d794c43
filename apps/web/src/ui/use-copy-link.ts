import { copyWhenThere } from './clipboard'
import { useToast } from './toast'

/** Returns a function that copies an address and says so. If the browser forbids it, the note shows the address. */
export function useCopyLink(): (address: Promise<string>) => Promise<void> {
  const toast = useToast()
  return async (address) => {
    const isCopied = await copyWhenThere(address)
    toast.show(
      isCopied ? { text: 'Link copied' } : { text: `Copy it by hand: ${await address}`, durationMs: 20_000 },
    )
  }
}
