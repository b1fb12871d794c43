import { setTimeout as pause } from 'node:timers/promises'
import { call, type Owner } from '@pinmark/testbed/client'
import { drawDesign } from '@pinmark/testbed/test-image'

/** The maximum number of pixels in few bytes, which take seconds of work. */
const sidePx = 7_000

/** Keeps this number of uploads of one account in progress. The server needs seconds for each. */
export class UploadFlood {
  #isOver = false
  sent = 0
  prepared = 0

  private constructor(
    private readonly url: string,
    private readonly owner: Owner,
    private readonly network: string,
    private readonly image: Buffer,
  ) {}

  static async start(url: string, owner: Owner, network: string, atOnce: number): Promise<UploadFlood> {
    const { buffer } = await drawDesign({ width: sidePx, height: sidePx })
    const flood = new UploadFlood(url, owner, network, buffer)
    for (let count = 0; count < atOnce; count += 1) void flood.#sendOn()
    return flood
  }

  close(): void {
    this.#isOver = true
  }

  async #sendOn(): Promise<void> {
    while (!this.#isOver) {
      this.sent += 1
      const status = await sendUpload(this.url, this.owner, this.network, this.image)
      if (status === 201) this.prepared += 1
      // A refused upload would otherwise be repeated at once, and the trial also needs the processor.
      else await pause(100)
    }
  }
}

/** Uploads an image as the web app does. @returns the status, or the reason why there was none */
export async function sendUpload(
  url: string,
  { token }: Owner,
  network: string,
  image: Buffer,
): Promise<number | string> {
  const form = new FormData()
  form.set('name', 'A design')
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'design.png')
  const headers = { 'X-Forwarded-For': network }
  return call(`${url}/projects`, { method: 'POST', token, headers, form, timeoutMs: 120_000 }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )
}
