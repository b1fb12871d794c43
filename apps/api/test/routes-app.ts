import { startIssuer, type TestIssuer } from '@pinmark/testbed/issuer'
import { shareApp, startTestApp, type TestApp } from './app-under-test'

export interface RoutesApp extends TestApp {
  issuer: TestIssuer
}

/** An app with mail and single sign-on, which all calls need, for the tests of a file. */
export function sharedRoutesApp(): RoutesApp {
  return shareApp(async () => {
    const publicUrl = 'https://pins.studio.test'
    const issuer = await startIssuer({ publicUrl })
    const app = await startTestApp({
      mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'pins@studio.test' },
      signOn: { ...issuer.settings, name: 'Studio', isOnly: false, redirectUri: `${publicUrl}/sign-on` },
    })
    const stop = async () => {
      await app.stop()
      await issuer.stop()
    }
    return { ...app, issuer, stop }
  })
}
