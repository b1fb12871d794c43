/** The reason why no mail can be sent, as a sentence for the operator; null for an error that concerns one
 *  mail. Errors of the mail library are recognised by their codes, those of certificates by the words of
 *  OpenSSL. */
export function mailServerTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return 'Mails cannot be sent: the mail server rejects the user and password of SMTP_URL.'
  }
  if (/certificate|altnames|unable to verify/i.test(error.message)) {
    return (
      'Mails cannot be sent: the certificate of the mail server is not trusted. It has to be valid for the name in SMTP_URL; ' +
      'set NODE_EXTRA_CA_CERTS for your own certificate authority.'
    )
  }
  if (code === 'ETLS')
    return 'Mails cannot be sent: the mail server does not offer the encryption that SMTP_URL requires.'
  if (code === 'EDNS') return 'Mails cannot be sent: the name of the mail server in SMTP_URL cannot be found.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EABORT', 'EPROTOCOL'].includes(code) && !isAnswer(error)) {
    return 'Mails cannot be sent: the mail server in SMTP_URL does not answer in time.'
  }
  return null
}

function isAnswer(error: Error): boolean {
  return 'responseCode' in error && Number(error.responseCode) > 0
}
