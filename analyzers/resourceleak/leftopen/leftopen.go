// Package leftopen is the check resourceleak/left-open: file, connection or rows are left open.
package leftopen

import (
	"embed"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed leftopen.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "left-open",
	Title:      "file, connection or rows are left open",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	f, err := os.Open(path)
//	…
//	info, err := f.Stat()
//	if err != nil {
//		return err // f stays open
//	}
//	defer f.Close()
//
// and what nothing closes at all. Safe when each path closes the value, by a deferred call
// or by a function that gets it, or passes it to other code: a caller, a field, a
// goroutine, a function that takes something with a Close. Constructors that fail are
// failed-constructor's.
func run(p *check.Pass) {
	f := &finder{p: p, own: make(map[*types.Func]int), seen: make(map[*ssa.Call]bool), closed: closed(p)}
	for f.again() {
	}
	for _, c := range f.cases {
		c.judge(p)
	}
	accepted(p)
	passedIn(p)
	f.collected()
	f.handedIn()
	f.inFields()
}

type opened struct {
	site.Case
	known bool // to hold something
	other bool // the function closes it on another path, and nothing else says that it has to
	value ssa.Value
}

// dropped reports a call whose result the program cannot close.
//
//	_, err = os.Create(path)
//
// What is not known to open something, and returns a stream to read from, has begun to do so: there is no fix, since
// to close that may end what it is for, as the pull of an image.
func (f *finder) dropped(s *site.Site, index int, known bool) {
	stmt, cur := s.Statement()
	stream := catalog.ReadStreams[callmatch.TypeName(s.Func.Signature().Results().At(index).Type())]
	if !known && !stream || stmt == nil || s.Name(f.p, index) != "_" {
		return
	}
	c := site.Case{Site: s}
	finding := check.Finding{
		At:      s.Call,
		Message: fmt.Sprintf("what %s opens is dropped, and cannot be closed", f.p.Source(s.Call.Fun)),
		Doubts:  append(inMemory(s), c.Rank(f.p)...),
	}
	if known {
		finding.Fix = f.keep(s, cur, index)
	}
	f.p.Report(finding)
}

// inMemory returns the doubt about a file that may hold no descriptor.
func inMemory(s *site.Site) []check.Doubt {
	if catalog.MayBeInMemory[callmatch.Name(s.Func)] {
		return []check.Doubt{check.Doubting(verdict.NothingHeld, s.Call.Pos())}
	}
	return nil
}

// cost says what it costs that a value of type t stays open.
func cost(t types.Type) string {
	switch name := callmatch.TypeName(t); name {
	case "database/sql.Rows", "github.com/jmoiron/sqlx.Rows", "database/sql.Conn":
		return "its connection is missing in the pool"
	case "go.mongodb.org/mongo-driver/mongo.Cursor", "go.mongodb.org/mongo-driver/v2/mongo.Cursor":
		return "the database keeps it until it has not been read for some minutes"
	case "database/sql.Stmt", "github.com/jmoiron/sqlx.Stmt":
		return "it stays prepared in the database and in the pool"
	case "os.File", "io/fs.File", "net/http.File", "mime/multipart.File":
		return "its descriptor stays in use"
	}
	return "what it holds stays in use"
}

// constructed reports whether the function around the call is one that failed-constructor looks
// at: it returns an error, and what it opens, or keeps that.
func (c *opened) constructed() bool {
	fn := c.SSA.Parent()
	if !resource.Fails(fn) || c.Fate.HiddenBy() != nil {
		return false
	}
	results := fn.Signature.Results()
	for i := range results.Len() - 1 {
		if t := results.At(i).Type(); site.Closer(t) != "" && (len(c.Fate.Gone) > 0 || c.keptIn(t)) {
			return true
		}
	}
	return site.HandsOn(c.Fate, resource.Returned, resource.Kept) && !c.closedBehind()
}

// closedBehind reports whether the function closes what it has kept before: it is kept for as long as
// the function runs.
func (c *opened) closedBehind() bool {
	return slices.ContainsFunc(c.Fate.Gone, func(h resource.Hop) bool {
		return h.Way == resource.Kept || h.Way == resource.Passed
	}) && slices.ContainsFunc(c.Fate.Closed, func(end ssa.CallInstruction) bool {
		return slices.ContainsFunc(c.Fate.Gone, func(h resource.Hop) bool { return ssaflow.Follows(h.Instr, end) })
	})
}

func (c *opened) judge(p *check.Pass) {
	name := callmatch.Name(c.Func)
	if !c.other && c.kept(p) || c.overwritten(p) || c.takenOver(p) || c.besideError(p) {
		return
	}
	if c.Name == "" || c.Name == "_" || (catalog.HeldOpen[name] || c.other) && c.constructed() || c.other && len(c.Fate.Closed) == 0 {
		return
	}
	if at := closesOwner(c.SSA); at != nil {
		p.Safe(c.Call, c.Name, verdict.Handled, at.Pos())
		return
	}
	doubts := inMemory(c.Site)
	switch {
	case catalog.ClosedWithOwner[name]:
		doubts = append(doubts, check.Doubting(verdict.WithOwner, c.Call.Pos()))
	case c.readsFew():
		doubts = append(doubts, check.Doubting(verdict.FewResults, c.Call.Pos()))
	case callmatch.TypeName(c.value.Type()) == "mime/multipart.File" && len(c.Fate.Closed) > 0: // small ones are in memory
		doubts = append(doubts, check.Doubting(verdict.NothingHeld, c.Call.Pos()))
	case !c.known && (c.other || len(c.Fate.Closed) == 0 || c.writes()):
		doubts = append(doubts, check.Doubting(verdict.NothingHeld, c.Call.Pos()))
	}
	if at := site.ReadOut(c.SSA.Parent(), c.Fate.Leaks, c.value, site.Same); at != nil && !c.known && len(doubts) == 0 {
		doubts = append(doubts, check.Doubting(verdict.ReadOut, at.Pos()))
	}
	if call := c.closedThere(); call != nil {
		doubts = append(doubts, check.Doubting(verdict.ClosedThere, call.Pos()))
	}
	c.Drained = c.iterated()
	c.Judge(p, doubts)
}

// writes reports whether what is opened is only written to: its Close, on another path, may do no more than
// to write the rest. That of others shows that there is something to close.
func (c *opened) writes() bool {
	return callmatch.TypeName(c.Func.Signature().Results().At(0).Type()) == "io.WriteCloser"
}

// closesOwner returns where the function closes the value whose method opens something, and
// that with it.
//
//	defer db.Close()
//	stmt, err := db.Prepare(query)
func closesOwner(call *ssa.Call) ssa.Instruction {
	owner := receiver(&call.Call)
	if owner == nil {
		return nil
	}
	for instr := range ssaflow.Instrs(call.Parent()) {
		other, ok := instr.(ssa.CallInstruction)
		if ok && receiver(other.Common()) == owner && catalog.ClosesByName(ssaflow.Object(other.Common()).Name()) {
			return instr
		}
	}
	return nil
}

// receiver returns the receiver of a call of a method, nil for other calls.
func receiver(call *ssa.CallCommon) ssa.Value {
	fn := ssaflow.Object(call)
	switch {
	case fn == nil || fn.Signature().Recv() == nil:
		return nil
	case call.IsInvoke():
		return call.Value
	case len(call.Args) > 0:
		return call.Args[0]
	}
	return nil
}
