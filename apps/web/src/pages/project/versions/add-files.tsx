import * as designsApi from '@pinmark/shared/api/designs'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { imageProblem } from '../../../features/projects/check-image'
import { AddFilesDialog } from '../../../features/versions/add-files/add-files-dialog'
import type { Sent } from '../../../features/versions/add-files/file-upload'
import { callDeletion } from '../../../lib/api'
import { useFindLinkAddress, useInstance } from '../../../lib/instance'
import { toast } from '../../../ui/toast'
import { useCopyLink } from '../../../ui/clipboard'
import type { Arrival } from '../../../features/review/review'
import { useReview } from '../../../features/review/use-review'
import { beginOwnChange, versionName } from '../../../features/versions/own-versions'
import { readProject, reloadProject } from '../../../lib/query-keys'

/** The dialog that adds files to the project. Afterwards it shows the new version, and a note. */
export function AddFiles({ arrival }: { arrival: Arrival }) {
  const { project, versions: choice, addFiles } = useReview()
  const [isOpen, setIsOpen] = useState(true)
  // A build belongs to the version that was shown when it was chosen.
  const [opened] = useState(choice.shown)
  const maxMb = useInstance()?.maxUploadMb
  const tell = useAddedNote(project)
  const queryClient = useQueryClient()
  const [round] = useState(project.round.number)
  const sentNames = useRef<readonly string[]>([])
  useEffect(() => {
    const end = beginOwnChange()
    return () => end(sentNames.current)
  }, [])

  function end(sent: readonly Sent[]) {
    setIsOpen(false)
    sentNames.current = sent.flatMap((one) =>
      one.kind === 'version' ? versionName(one.design, one.version.number) : [],
    )
    const [first] = sent
    if (!first) return
    if (first.kind === 'build') {
      toast.show({
        text: m.build_stored({ number: first.version.number }),
        action: { label: m.version_compare(), onSelect: choice.compareBuild },
      })
      return
    }
    const id = first.kind === 'version' ? first.design : first.design._id
    // Read after the upload: the project of this render may lack the new designs.
    const { designs } = readProject(queryClient, project._id) ?? project
    const design = designs.find(({ _id }) => _id === id)
    if (design) choice.go(design)
    tell(sent, round, design?.title)
  }

  return (
    <AddFilesDialog
      project={project}
      openDesign={opened.design}
      buildOf={arrival.purpose === 'build' ? opened.version : undefined}
      round={round}
      files={arrival.files}
      purpose={arrival.purpose}
      problemOf={(file) => imageProblem(file, maxMb)}
      open={isOpen}
      onDone={end}
      onClose={end}
      onClosed={() => {
        addFiles(null)
        const button = document.querySelector<HTMLElement>('[data-version-button]')
        // Hidden on phones, where the menu has the focus again.
        if (button?.checkVisibility()) button.focus()
      }}
    />
  )
}

/** A note that says what was added, with a button for the next step. */
function useAddedNote(project: Project) {
  const queryClient = useQueryClient()
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()

  async function takeBack({ _id: designId }: Design) {
    try {
      await callDeletion(designsApi.deleteDesign, { params: { projectId: project._id, designId } })
      await reloadProject(queryClient, project._id)
    } catch {
      toast.show({ text: m.design_delete_failed(), tone: 'danger' })
    }
  }

  return (sent: readonly Sent[], roundBefore: number, title = '') => {
    const copy = {
      action: { label: m.link_copy(), onSelect: () => void copyLink(findAddress(project.link.id)) },
    }
    const versions = sent.filter((one) => one.kind === 'version')
    const opened = versions.find(({ version }) => version.round > roundBefore)
    const withRound = (text: string) =>
      opened
        ? m.two_sentences({ first: text, second: m.round_is_open({ number: opened.version.round }) })
        : text
    const [first] = sent
    if (sent.length > 1) {
      const text =
        versions.length > 0
          ? withRound(m.files_are_up({ count: sent.length }))
          : m.designs_added({ count: sent.length })
      toast.show({ text, ...copy })
    } else if (first?.kind === 'version') {
      toast.show({ text: withRound(m.version_is_up({ number: first.version.number, name: title })), ...copy })
    } else if (first?.kind === 'design') {
      const { design } = first
      toast.show({
        text: m.design_added({ name: design.title }),
        action: { label: m.action_undo(), onSelect: () => void takeBack(design) },
      })
    }
  }
}
