package verdict

// Proofs that a candidate is safe.
var (
	Ended      = &Proof{"ended", "something that is reached ends it"}
	Joined     = &Proof{"joined", "somebody waits for it"}
	Limited    = &Proof{"limited", "a limit is set"}
	Locked     = &Proof{"locked", "the lock is held"}
	Private    = &Proof{"private", "nobody else has the value yet"}
	Wanted     = &Proof{"wanted", "a comment says that it is wanted, and why"}
	CalledOnce = &Proof{"called-once", "every call is known, and there is at most one"}
	Handled    = &Proof{"handled", "the case is taken care of"}
)

// Proofs is the table of all proofs.
var Proofs = []*Proof{
	Ended, Joined, Limited, Locked, Private, Wanted, CalledOnce, Handled,
}
