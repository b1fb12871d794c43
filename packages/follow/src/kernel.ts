import { kernelBytes } from './kernel-bytes'

/** Sums over two rectangles of pixels, a and b. */
export interface Sums {
  a: number
  b: number
  squaresA: number
  squaresB: number
  products: number
}

/** Planes in one WebAssembly memory, and operations on 16 pixels at a time (SIMD). They take a tenth of the time
 *  of JavaScript, and need no warm-up in a fresh process. */
export interface Kernel {
  /** Allocates a plane, filled with zeros. */
  readonly take: (length: number) => Uint8Array
  /** @param a, b addresses of the first pixels
   *  @param strideA, strideB between rows
   *  @param width of the rectangles, a multiple of 16 */
  readonly sums: (
    a: number,
    strideA: number,
    b: number,
    strideB: number,
    width: number,
    rows: number,
  ) => Readonly<Sums>
  /** Computes gradient magnitudes.
   *  @param from, to addresses of the first pixels
   *  @param count a multiple of 8
   *  @returns whether any of the pixels is on an edge */
  readonly edges: (from: number, stride: number, to: number, count: number) => boolean
}

/** What `kernel.wat` exports. */
interface Exports {
  sums: (a: number, strideA: number, b: number, strideB: number, width: number, rows: number) => void
  edges: (from: number, stride: number, to: number, count: number) => number
}

/** The part of WebAssembly that is used. The types of Node 20 do not contain it. */
interface WebAssemblyPart {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: Exports }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WebAssemblyPart }
const kernelModule = new wasm.Module(Buffer.from(kernelBytes, 'base64'))
const pageBytes = 65_536
/** `sums` stores its results at the start of the memory. Vector loads read slightly beyond the last plane. */
const [headBytes, tailBytes] = [64, 64]

/** @param bytes of all planes to allocate */
export function startKernel(bytes: number): Kernel {
  const memory = new wasm.Memory({ initial: Math.ceil((headBytes + bytes + tailBytes) / pageBytes) })
  const { exports } = new wasm.Instance(kernelModule, { kernel: { memory } })
  const found = new Int32Array(memory.buffer, 0, 5)
  const sums: Sums = { a: 0, b: 0, squaresA: 0, squaresB: 0, products: 0 }
  let next = headBytes
  return {
    take: (length) => {
      const taken = new Uint8Array(memory.buffer, next, length)
      next += length
      return taken
    },
    sums: (a, strideA, b, strideB, width, rows) => {
      exports.sums(a, strideA, b, strideB, width, rows)
      sums.a = found[0] ?? 0
      sums.b = found[1] ?? 0
      sums.squaresA = found[2] ?? 0
      sums.squaresB = found[3] ?? 0
      sums.products = found[4] ?? 0
      return sums
    },
    edges: (from, stride, to, count) => exports.edges(from, stride, to, count) !== 0,
  }
}
