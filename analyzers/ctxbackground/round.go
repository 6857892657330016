package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A round is a loop that runs a call again and again, and what speaks against that.
type round struct {
	loop   ast.Stmt
	ends   ast.Expr         // what the loop asks for its end: ctx.Done(), a channel; nil if it asks nothing
	called *ast.CallExpr    // what the loop calls, if the work is one call deeper
	work   inspector.Cursor // the call that gets the context
	start  *astindex.Start  // where a goroutine begins that runs it; nil if none is known
	doubts []check.Doubt
	proof  *verdict.Proof // that it is safe; nil if nothing proves it
	proved token.Pos
}

// calledAgain returns the loop that calls the function around cur, which nothing else
// does:
//
//	for range ticker.C {
//		s.collect()
//	}
func calledAgain(p *check.Pass, cur inspector.Cursor) *round {
	fn, ok := innermost(cur)
	if !ok {
		return nil
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Name.IsExported() {
		return nil
	}
	obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if obj == nil || len(index.Values[obj]) > 0 {
		return nil
	}
	var found *round
	for _, call := range index.Calls[obj] {
		r := recurring(p, cursorAt(cur, call.Expr))
		if r == nil || call.Go {
			return nil
		}
		r.called = call.Expr
		if found == nil {
			found = r
		}
	}
	return found
}

// recurring returns the loop that runs the call at cur again and again, for as
// long as its goroutine lives: a range over a channel, or a loop without an end that
// pauses, asks for its end, or never ends.
func recurring(p *check.Pass, cur inspector.Cursor) *round {
	r := new(round)
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if !inPlace(c) {
				return nil
			}
		case *ast.FuncDecl, *ast.DeferStmt, *ast.GoStmt:
			return nil
		case *ast.CommClause:
			if leaves(n.Body) {
				return nil // once, on the way out
			}
			if bringsData(p, n.Comm) {
				r.doubts = append(r.doubts, check.Doubting(verdict.InHand, n.Comm.Pos()))
			}
		case *ast.BlockStmt:
			switch c.Parent().Node().(type) {
			case *ast.ForStmt, *ast.FuncLit:
			default:
				if leaves(n.List) {
					return nil
				}
			}
		case *ast.RangeStmt:
			if r.ranges(p, n) {
				return r
			}
		case *ast.ForStmt:
			if r.repeats(p, n) {
				return r
			}
		}
	}
	return nil
}

// ranges takes a range over a channel for the loop. What comes from one with values is
// in hand, and who closes the channel may want it finished.
func (r *round) ranges(p *check.Pass, n *ast.RangeStmt) bool {
	ch, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
	switch {
	case isRecv(p, n.X):
		r.ends = ast.Unparen(n.X).(*ast.CallExpr).Args[0]
	case isTicks(p.TypesInfo.TypeOf(n.X)):
	case !isChan:
		return false
	case carries(ch):
		r.doubts = append(r.doubts, check.Doubting(verdict.InHand, n.X.Pos()), check.Doubting(verdict.Deliberate, n.X.Pos()))
	}
	r.loop = n
	return true
}

// repeats takes a for statement for the loop, unless it counts.
func (r *round) repeats(p *check.Pass, n *ast.ForStmt) bool {
	r.ends = askedFor(p, n)
	if n.Cond != nil && (r.ends == nil || n.Init != nil || n.Post != nil) {
		return false
	}
	if r.ends == nil && !pauses(p, n.Body) && !endless(p, n) {
		r.doubts = append(r.doubts, check.Doubting(verdict.OtherEnd, n.Pos()))
	}
	r.loop = n
	return true
}

func (r *round) tier() verdict.Confidence { return left(r.doubts) }

// left returns what doubts leave of a confidence.
func left(doubts []check.Doubt) verdict.Confidence {
	var kinds []*verdict.Doubt
	for _, d := range doubts {
		kinds = append(kinds, d.Doubt)
	}
	return verdict.Lower(verdict.High, kinds)
}

// initializes reports whether fn is part of package initialization: what it starts lives
// as long as the process.
func initializes(fn ast.Node) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "init"
}

// waitsAgain reports whether the call waits for its context, and for nothing that it
// keeps or limits itself.
func waitsAgain(p *check.Pass, s sink) bool {
	return !ctxuse.Of(p.Pass).Bounded(s.fn, s.arg) && !kept(p, s)
}

// againDoubts are what speaks against the work of a round.
func againDoubts(p *check.Pass, root inspector.Cursor, s sink, r *round) (list []check.Doubt) {
	add := func(d *verdict.Doubt, pos token.Pos) { list = append(list, check.Doubting(d, pos)) }
	at := s.call.Node().Pos()
	if s.limit.set && s.limit.d == 0 {
		add(verdict.UnknownLimit, at)
	}
	if constructs(s.fn) || endsSomething(s.fn) && catalog.Words(s.fn.Name())[0] != "cleanup" {
		add(verdict.Deliberate, at)
	}
	if pos := toldByError(p, s.call, r.loop); pos.IsValid() {
		add(verdict.OtherEnd, pos)
	}
	if r.start != nil && initializes(r.start.In) {
		add(verdict.Lifetime, r.start.Node.Pos())
	}
	if r.raises(verdict.InHand) && endingContext(p, root) == "" {
		add(verdict.Deliberate, r.loop.Pos())
	}
	if len(list)+len(r.doubts) == 0 && ofInterface(p, s.fn) {
		add(verdict.UnknownCallee, at) // which says nothing that another doubt has not said
	}
	return list
}

// ofInterface reports whether fn is a method of an interface of the package: how long it takes
// is up to who implements it.
func ofInterface(p *check.Pass, fn *types.Func) bool {
	return fn != nil && fn.Pkg() == p.Pkg && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
}

func (r *round) raises(d *verdict.Doubt) bool {
	return slices.ContainsFunc(r.doubts, func(have check.Doubt) bool { return have.Doubt == d })
}

// begin finds out who runs the loop, and reports whether it has to end before the
// process does: in a goroutine, or because it asks for its end. What the main goroutine
// runs without asking is ended by the signal itself.
func (r *round) begin(p *check.Pass, work inspector.Cursor) bool {
	fn, ok := innermost(work)
	if r.called != nil {
		fn, ok = innermost(cursorAt(work, r.called))
	}
	if !ok {
		return false
	}
	if start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node()); ok && !p.Quiet(start.Node.Pos()) {
		r.start = &start
		return true
	}
	if r.ends != nil {
		return true
	}
	r.doubts = append(r.doubts, check.Doubting(verdict.NoCaller, fn.Node().Pos()))
	return !ofMain(p, fn.Node())
}

// ofMain reports whether a function runs on the main goroutine, as far as calls by name
// show.
func ofMain(p *check.Pass, fn ast.Node) bool {
	index, seen := astindex.Of(p.Pass), make(map[ast.Node]bool)
	var climb func(fn ast.Node) bool
	climb = func(fn ast.Node) bool {
		decl, ok := fn.(*ast.FuncDecl)
		if !ok || seen[fn] {
			return false
		}
		seen[fn] = true
		if p.Pkg.Name() == "main" && decl.Recv == nil && decl.Name.Name == "main" || initializes(fn) {
			return true
		}
		obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		return slices.ContainsFunc(index.Calls[obj], func(c astindex.Call) bool { return !c.Go && climb(c.In) })
	}
	return climb(fn)
}
