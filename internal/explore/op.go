package explore

import (
	"golang.org/x/tools/go/ssa"
)

// An Op is a kind of operation that other goroutines can see.
type Op uint8

const (
	Send Op = iota
	Receive
	Select
	Close
	Lock
	RLock
	Unlock
	RUnlock
	TryLock
	TryRLock
	Add
	Wait // of a WaitGroup
	CondWait
	Signal
	Broadcast
	Do   // of a Once
	done // of a Once: the function has returned
	Cancel
	Atomic
)

// An op is one that a goroutine is about to do.
type op struct {
	kind  Op
	at    addr  // of the lock, group, condition or Once; obj is the channel or context
	val   value // what is sent, or the count of Add
	cases []selectCase
	block bool // a select without default
	site  ssa.Instruction
	reg   int    // register that gets the result, -1 for none
	again bool   // the instruction runs again afterwards: deferred calls
	root  bool   // it is one of the first goroutine
	phase int    // Cond: 1 waits, 2 has been signaled. RWMutex: 1 blocks new readers
	fn    value  // of a Once
	verb  string // of an atomic operation
}

type selectCase struct {
	send bool
	ch   value
	val  value
}

// A step is something that happens in a run.
type step struct {
	g        int // the goroutine, by its number
	with     int // the other one of a rendezvous, -1 for none
	kind     Op
	at       addr
	site     ssa.Instruction
	withSite ssa.Instruction
	ends     bool          // a context or a channel with which callers end something
	start    bool          // the goroutine is started by the other
	calls    *ssa.Function // the method that the environment calls in it
}

// eager reports whether the operation can be done before everything else: it never
// blocks, and it takes no possibility from another goroutine.
func (m *machine) eager(st *state, o *op) bool {
	switch o.kind {
	case Unlock, RUnlock:
		return m.relevant == nil || !m.relevant.tries
	case Add:
		return o.val.n < 0 && st.slot(o.at).n+o.val.n >= 0
	case done:
		return true
	}
	return false
}
