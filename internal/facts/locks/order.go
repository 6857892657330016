package locks

// Order is the fact about a package: in which orders locks are taken there.
type Order struct {
	Edges []Edge
}

// An Edge says that the lock To is taken while From is held.
type Edge struct {
	From, To string // keys of locks
	At       string // file:line of the acquisition, for messages elsewhere
}

// AFact marks Order as a fact.
func (*Order) AFact() {}

func (*Order) String() string { return "lock order" }
