package verdict

// Proofs that a candidate is safe.
var (
	Ended        = &Proof{"ended", "something reachable stops, closes or cancels it"}
	Joined       = &Proof{"joined", "something waits for it"}
	Limited      = &Proof{"limited", "a limit is set"}
	Locked       = &Proof{"locked", "the lock is held"}
	Private      = &Proof{"private", "the value is not shared yet"}
	Wanted       = &Proof{"wanted", "a comment says that it is intended, and why"}
	CalledOnce   = &Proof{"called-once", "every call is known, and there is at most one"}
	Handled      = &Proof{"handled", "the code handles the case"}
	HandedOver   = &Proof{"handed-over", "it is returned, stored or passed to what has the duty to close it"}
	OneGoroutine = &Proof{"one-goroutine", "one goroutine makes all of the accesses"}
	WithProcess  = &Proof{"ends-with-process", "what it undoes ends with the process"}
)

// Proofs is the table of all proofs.
var Proofs = []*Proof{
	Ended, Joined, Limited, Locked, Private, Wanted, CalledOnce, Handled, HandedOver, OneGoroutine, WithProcess,
}
