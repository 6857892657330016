package loops

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Round is a loop that repeats a call, and the doubts about it.
type Round struct {
	Loop   ast.Stmt
	Ends   ast.Expr         // what the loop asks for its end: ctx.Done(), a channel; nil if it asks nothing
	Called *ast.CallExpr    // what the loop calls, if the work is one call deeper
	Work   inspector.Cursor // the call that gets the context
	each   inspector.Cursor // what the loop itself runs: the call, or a go statement around it
	Start  *astindex.Start  // where a goroutine begins that runs it; nil if none is known
	Doubts []check.Doubt
	Proof  *verdict.Proof // that it is safe; nil if nothing proves it
	Proved token.Pos
}

// calledAgain returns the loop that calls the function around cur, which nothing else
// does:
//
//	for range ticker.C {
//		s.collect()
//	}
func calledAgain(p *check.Pass, cur inspector.Cursor) *Round {
	fn, ok := astindex.FuncAround(cur)
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
	var found *Round
	for _, call := range index.Calls[obj] {
		r := recurring(p, syntax.CursorAt(cur, call.Expr))
		if r == nil || call.Go {
			return nil
		}
		r.Called = call.Expr
		if found == nil {
			found = r
		}
	}
	return found
}

// recurring returns the loop that repeats the call at cur until its goroutine returns: a
// range over a channel, or a loop without an end that pauses, checks a stop signal, or
// never ends.
func recurring(p *check.Pass, cur inspector.Cursor) *Round {
	r := &Round{each: cur}
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if !syntax.InPlace(c) && !startedHere(c) {
				return nil
			}
		case *ast.FuncDecl, *ast.DeferStmt:
			return nil
		case *ast.GoStmt:
			if !onTick(p, c) {
				return nil
			}
			r.each = c
		case *ast.CommClause:
			if syntax.Leaves(n.Body) {
				return nil // once, on an exit
			}
			if bringsData(p, n.Comm) {
				r.Doubts = append(r.Doubts, check.Doubting(verdict.InHand, n.Comm.Pos()))
			}
		case *ast.BlockStmt:
			switch c.Parent().Node().(type) {
			case *ast.ForStmt, *ast.FuncLit:
			default:
				if syntax.Leaves(n.List) {
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

// startedHere reports whether a literal is the body of a go statement.
func startedHere(lit inspector.Cursor) bool {
	kind, _ := lit.Parent().ParentEdge()
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	return ok && call.Fun == lit.Node() && kind == edge.GoStmt_Call
}

// onTick reports whether a go statement starts a goroutine each time that some time has passed,
// and not for a value, such as a connection, that it works on.
func onTick(p *check.Pass, start inspector.Cursor) bool {
	for c := range start.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.CommClause:
			if ch := received(n.Comm); ch != nil {
				return isTicks(p.TypesInfo.TypeOf(ch))
			}
			return false
		case *ast.RangeStmt:
			return isTicks(p.TypesInfo.TypeOf(n.X)) || isRecv(p, n.X)
		}
	}
	return false
}

// ranges takes a range over a channel for the loop. A value that was received from the
// channel may have to be processed, although the channel is closed.
func (r *Round) ranges(p *check.Pass, n *ast.RangeStmt) bool {
	ch, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
	switch {
	case isRecv(p, n.X):
		r.Ends = ast.Unparen(n.X).(*ast.CallExpr).Args[0]
	case isTicks(p.TypesInfo.TypeOf(n.X)):
	case !isChan:
		return false
	case carries(ch):
		r.Doubts = append(r.Doubts, check.Doubting(verdict.InHand, n.X.Pos()), check.Doubting(verdict.Deliberate, n.X.Pos()))
	}
	r.Loop = n
	return true
}

// repeats takes a for statement for the loop, unless it counts.
func (r *Round) repeats(p *check.Pass, n *ast.ForStmt) bool {
	r.Ends = askedFor(p, n)
	if n.Cond != nil && (r.Ends == nil || n.Init != nil || n.Post != nil) {
		return false
	}
	if r.Ends == nil && !pauses(p, n.Body) && !endless(p, n) {
		r.Doubts = append(r.Doubts, check.Doubting(verdict.OtherEnd, n.Pos()))
	}
	r.Loop = n
	return true
}

// Tier returns what the doubts leave of the confidence.
func (r *Round) Tier() verdict.Confidence { return intent.Left(r.Doubts) }

// Initializes reports whether fn is part of package initialization: what it starts runs
// until the process exits.
func Initializes(fn ast.Node) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "init"
}

// waitsAgain reports whether the call waits for its context, and for nothing that it
// keeps or limits itself.
func waitsAgain(p *check.Pass, s ctxflow.Sink) bool {
	return !ctxuse.Of(p.Pass).Bounded(s.Fn, s.Arg) && !intent.Kept(p, s)
}

// againDoubts are the doubts about the work of an iteration.
func againDoubts(p *check.Pass, root inspector.Cursor, s ctxflow.Sink, r *Round) (list []check.Doubt) {
	add := func(d *verdict.Doubt, pos token.Pos) { list = append(list, check.Doubting(d, pos)) }
	at := s.Call.Node().Pos()
	if s.Limit.Set && s.Limit.D == 0 {
		add(verdict.UnknownLimit, at)
	}
	if intent.Constructs(s.Fn) || intent.EndsSomething(s.Fn) && catalog.Words(s.Fn.Name())[0] != "cleanup" {
		add(verdict.Deliberate, at)
	}
	if pos := toldByError(p, s.Call, r.Loop); pos.IsValid() {
		add(verdict.OtherEnd, pos)
	}
	if r.Start != nil && Initializes(r.Start.In) {
		add(verdict.Lifetime, r.Start.Node.Pos())
	}
	if r.raises(verdict.InHand) && fixes.EndingContext(p, root) == "" {
		add(verdict.Deliberate, r.Loop.Pos())
	}
	if len(list)+len(r.Doubts) == 0 && ofInterface(p, s.Fn) {
		add(verdict.UnknownCallee, at) // which says nothing that another doubt has not said
	}
	return list
}

// ofInterface reports whether fn is a method of an interface of the package: how long it
// takes depends on the implementation.
func ofInterface(p *check.Pass, fn *types.Func) bool {
	return fn != nil && fn.Pkg() == p.Pkg && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
}

func (r *Round) raises(d *verdict.Doubt) bool {
	return slices.ContainsFunc(r.Doubts, func(have check.Doubt) bool { return have.Doubt == d })
}

// begin determines what runs the loop, and reports whether it has to end before the process
// does: in a goroutine, or because it checks a stop signal. What the main goroutine runs
// without one is ended by the operating system's signal.
func (r *Round) begin(p *check.Pass, work inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(r.each)
	if r.Called != nil {
		fn, ok = astindex.FuncAround(syntax.CursorAt(work, r.Called))
	}
	if !ok {
		return false
	}
	if start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node()); ok && !p.Quiet(start.Node.Pos()) {
		r.Start = &start
		return true
	}
	if r.Ends != nil {
		return true
	}
	r.Doubts = append(r.Doubts, check.Doubting(verdict.NoCaller, fn.Node().Pos()))
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
		if p.Pkg.Name() == "main" && decl.Recv == nil && decl.Name.Name == "main" || Initializes(fn) {
			return true
		}
		obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		return slices.ContainsFunc(index.Calls[obj], func(c astindex.Call) bool { return !c.Go && climb(c.In) })
	}
	return climb(fn)
}
