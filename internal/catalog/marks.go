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
