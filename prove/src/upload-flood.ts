import { setTimeout as pause } from 'node:timers/promises'
import { call, type Owner } from '@pinmark/testbed/client'
import { drawDesign } from '@pinmark/testbed/test-image'

/** As many pixels as are accepted, in few bytes: seconds of work for each. */
const sidePx = 7_000

/** Keeps so many uploads of one account under way that each take the server seconds to prepare. */
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
      // A refused upload would be repeated at once, and the trial itself needs the processor too.
      else await pause(100)
    }
  }
}

/** Uploads an image as the web app does. @returns the status, or why there was none */
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
