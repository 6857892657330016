package catalog

// Words that functions which store the state of a record, or deliver it, begin with.
var (
	// MarkWords begin names of functions that store a state: MarkSent, SetDelivered, UpdateStatus.
	MarkWords = words("mark set flag update record store save")
	// DeliverWords begin names of functions that hand a record to another system.
	DeliverWords = words("send deliver publish dispatch notify post emit push transmit forward")
	// TakeBackWords begin names of functions that take a state back.
	TakeBackWords = words("reset unmark requeue release revert rollback retry fail reschedule restore")
)

// ClaimNames are names of methods that set a key only if it is not there.
var ClaimNames = words("SetNX SetNx SetIfAbsent SetIfNotExists PutIfAbsent")

// ReleaseWords begin names of functions that take a key away, or release a lock.
var ReleaseWords = words("del delete remove release unlock")

// ExpireWords begin names of functions that set the expiry of a key.
var ExpireWords = words("expire pexpire")

// UnlockWords are in the names of functions that release a lock.
var UnlockWords = words("unlock release free")

// FinishWords are in the names of functions that end the work on a claimed row.
var FinishWords = words("complete completed finish finished done succeed succeeded success fail failed failure mark ack settle close end")

// OwnerWords are in the names of columns that say whose claim a row is, or the claim of which attempt.
var OwnerWords = words("owner worker holder by token lease leased lock locked claim claimed attempt attempts version generation epoch")
