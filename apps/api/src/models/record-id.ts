import { Types } from 'mongoose'

export const newRecordId = (): Types.ObjectId => new Types.ObjectId()
