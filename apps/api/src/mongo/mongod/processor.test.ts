import { expect, test } from 'vitest'
import { faultOf } from './find-mongod'

const intel = 'processor\t: 0\nflags\t\t: fpu sse2 ssse3 sse4_2 avx avx2\n'
const oldNas = 'processor\t: 0\nflags\t\t: fpu sse2 ssse3 sse4_2\n'
const pi5 = 'processor\t: 0\nFeatures\t: fp asimd aes crc32 atomics asimdrdm\n'
const pi4 = 'processor\t: 0\nFeatures\t: fp asimd evtstrm crc32 cpuid\n'

test('a processor without the instructions that MongoDB needs is named, with the way out', () => {
  expect(faultOf(oldNas, 'x64')).toMatch(/no AVX.*set the type of the processor to "host".*MONGODB_URI/)
  expect(faultOf(pi4, 'arm64')).toMatch(/ARMv8\.2-A.*MONGODB_URI/)
})

test('a processor that has them, or says nothing, is not complained about', () => {
  expect(faultOf(intel, 'x64')).toBeNull()
  expect(faultOf(pi5, 'arm64')).toBeNull()
  expect(faultOf('', 'x64')).toBeNull()
})
