package locks

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
)

// Order is the fact about a package: in which orders locks are acquired there.
type Order struct {
	Edges []Edge // one for each pair of locks, sorted
	Calls []Call // one for each lock and method of an interface, sorted
}

// A Call says that a method of an interface is called while a lock is held.
type Call struct {
	From, Interface, Method string
	Read                    bool
	At                      string
	Gates                   []string
}

// An Edge says that the lock To is acquired while From is held.
type Edge struct {
	From, To         string // keys of locks
	At               string // file:line of the acquisition, for messages elsewhere
	FromRead, ToRead bool   // held, and acquired, for reading
	Gates            []string
}

// AFact marks Order as a fact.
func (*Order) AFact() {}

func (o *Order) String() string {
	var list []string
	for _, e := range o.Edges {
		list = append(list, lastWords(e.From)+"<"+lastWords(e.To))
	}
	for _, c := range o.Calls {
		list = append(list, lastWords(c.From)+"<"+lastWords(c.Interface)+"."+c.Method+"()")
	}
	return "order[" + strings.Join(list, " ") + "]"
}

// lastWords returns a key without its package.
func lastWords(key string) string {
	_, name, _ := strings.Cut(key[strings.LastIndexByte(key, '/')+1:], ".")
	return name
}

// maxEdges bounds what travels; a package with more says nothing.
const maxEdges = 500

func exportOrder(pass *analysis.Pass, p *lockset.Package) {
	var fact Order
	seen := make(map[[2]string]bool)
	for _, e := range lockuse.Edges(p) {
		if pair := [2]string{e.From, e.To}; !seen[pair] {
			seen[pair] = true
			posn := pass.Fset.Position(e.Pos())
			fact.Edges = append(fact.Edges, Edge{
				From: e.From, To: e.To, FromRead: e.Reads[0], ToRead: e.Reads[1], Gates: e.Gates,
				At: place.Of(pass, posn),
			})
		}
	}
	slices.SortFunc(fact.Edges, func(a, b Edge) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	for _, c := range lockuse.OpenCalls(p) {
		fact.Calls = append(fact.Calls, Call{From: c.From, Interface: c.Interface, Method: c.Method, Read: c.Read, Gates: c.Gates, At: place.Of(pass, pass.Fset.Position(c.Pos))})
	}
	slices.SortFunc(fact.Calls, func(a, b Call) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.Interface, b.Interface), strings.Compare(a.Method, b.Method))
	})
	if n := len(fact.Edges) + len(fact.Calls); n > 0 && n <= maxEdges {
		pass.ExportPackageFact(&fact)
	}
}

// imported returns the orders of the packages that the pass's package depends on, and those that it makes of their
// calls of interfaces. model is nil for a package without locks.
func imported(pass *analysis.Pass, model func() *lockset.Package) []lockuse.Edge {
	var list []lockuse.Edge
	var open []Call
	for _, f := range pass.AllPackageFacts() {
		order, ok := f.Fact.(*Order)
		if !ok || f.Package == pass.Pkg {
			continue
		}
		for _, e := range order.Edges {
			list = append(list, lockuse.Edge{
				From: e.From, To: e.To, Reads: [2]bool{e.FromRead, e.ToRead}, Gates: e.Gates, Elsewhere: e.At,
			})
		}
		open = append(open, order.Calls...)
	}
	list = append(list, wired(pass, open, model)...)
	slices.SortFunc(list, func(a, b lockuse.Edge) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To), strings.Compare(a.Elsewhere, b.Elsewhere))
	})
	return list
}
