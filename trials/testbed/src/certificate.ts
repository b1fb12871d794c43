import { generate } from 'selfsigned'

/** PEM. */
export interface GivenCertificate {
  key: string
  cert: string
}

/** A self-signed certificate for servers of this machine. */
export async function givenCertificate(name: string): Promise<GivenCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key, cert }
}
