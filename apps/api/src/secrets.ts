import type { Config, ConfigWithoutSecrets } from './config'
import { keptSecret } from './platform/secrets'

/** The configuration with every secret: those that are set, and the others from the data folder. */
export async function withSecrets(config: ConfigWithoutSecrets): Promise<Config> {
  const { jwt, jwtPrevious, pepper } = config.secrets
  return {
    ...config,
    secrets: {
      jwt: jwt ?? (await keptSecret(config.dataDir, 'jwt-secret')),
      jwtPrevious,
      pepper: pepper ?? (await keptSecret(config.dataDir, 'password-pepper')),
    },
  }
}
