import type { Instance } from '@pinmark/shared/entities/instance'
import { pagePaths } from '@pinmark/shared/paths'
import { useQueryClient } from '@tanstack/react-query'
import { instanceQuery } from './instance'

/** The full address of a project's page, as others reach it. */
export function linkAddress(linkId: string, instance: Instance | undefined): string {
  return new URL(pagePaths.project(linkId), instance?.publicUrl ?? window.location.origin).href
}

/** Returns a function that finds `linkAddress`. It asks for the settings of the installation only when it is called, which
 *  most readers of a thread never do. */
export function useFindLinkAddress(): (linkId: string) => Promise<string> {
  const queryClient = useQueryClient()
  return async (linkId) => {
    const instance = await queryClient.ensureQueryData(instanceQuery).catch(() => undefined)
    return linkAddress(linkId, instance)
  }
}
