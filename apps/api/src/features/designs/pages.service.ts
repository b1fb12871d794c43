import type { PageList } from '@pinmark/shared/entities/pages'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../../access/actor'
import { listPages } from '../../platform/renditions/render'
import { sniffImage } from '../../platform/renditions/sniff'

/** Lists the pages of a PDF, so that some can be chosen before it is sent to a project. Nothing is stored.
 *  @throws AppError pdf_expected, and what `listPages` says */
export function listPagesOf(actor: Actor, pdf: Buffer): Promise<PageList> {
  if (sniffImage(pdf) !== 'pdf') throw new AppError('pdf_expected')
  return listPages(pdf, waiterFor(actor), { hasPictures: true })
}
