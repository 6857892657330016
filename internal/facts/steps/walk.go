package steps

import (
	"go/ast"
	constants "go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A walker goes through one function body, literals inside included.
type walker struct {
	*builder
	params  map[*types.Var]int // those of a literal from inner+1 on
	recv    *types.Var
	returns map[int][]Step
	nested  bool // in a literal
	spawned bool // in a goroutine that the function starts
	entry   bool // the body is that of main

	out    []Step
	defers [][]Step
	cond   int
	left   bool         // the function may have returned before what is walked
	loops  int          // without bound, around what is walked
	cleans *ast.FuncLit // the deferred function that is walked
}

func (w *walker) emit(s Step) {
	s.Cond = s.Cond || w.cond > 0 || s.Kind == Exit && w.avoided()
	w.out = append(w.out, s)
}

// avoided reports whether an end of the process at this place is one that the function can
// return before, and that does not come after what the process has lived for.
func (w *walker) avoided() bool {
	return w.left && !w.entry && !slices.ContainsFunc(w.out, func(s Step) bool {
		switch s.Kind {
		case Serve, Stop, Signal, Recv, Choice, Join:
			return true
		}
		return false
	})
}

// aside returns the steps that f adds.
func (w *walker) aside(f func()) []Step {
	kept := w.out
	w.out = nil
	f()
	steps := w.out
	w.out = kept
	return steps
}

// body returns the steps of a function body, deferred ones last.
func (w *walker) body(block *ast.BlockStmt) []Step {
	outer, cond, left := w.defers, w.cond, w.left
	w.defers, w.cond, w.left = nil, 0, false
	steps := w.aside(func() {
		if !w.foreign {
			if n := w.dispatches(block); n != nil {
				w.emit(Step{Kind: Chooses, At: w.where(n)})
			}
		}
		w.stmts(block.List)
	})
	gone := len(steps) > 0 && steps[len(steps)-1].Kind == Exit && steps[len(steps)-1].Hard
	for i := len(w.defers) - 1; i >= 0; i-- {
		for _, s := range w.defers[i] {
			s.Deferred = true
			s.Cond = s.Cond || gone && s.Kind != Same
			steps = append(steps, s)
		}
	}
	w.defers, w.cond, w.left = outer, cond, left
	return steps
}

// stmts walks a list; it reports whether what follows it is not reached.
func (w *walker) stmts(list []ast.Stmt) bool {
	for _, s := range list {
		if w.stmt(s) {
			return true
		}
	}
	return false
}

// stmt walks one statement, as stmts does.
func (w *walker) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		w.expr(s.X)
		return w.exits(s.X)
	case *ast.AssignStmt:
		w.assign(s.Lhs, s.Rhs)
	case *ast.DeclStmt:
		if decl, ok := s.Decl.(*ast.GenDecl); ok {
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.ValueSpec); ok && len(spec.Values) > 0 {
					w.assign(idents(spec.Names), spec.Values)
				}
			}
		}
	case *ast.ReturnStmt:
		w.result(s)
		w.left = w.left || w.cond > 0
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	case *ast.SendStmt:
		w.expr(s.Value)
		w.replies(s.Chan, s.Value)
		w.emit(Step{Kind: Tell, What: Sent, Index: w.data(s.Chan), Key: w.key(s.Chan), At: w.where(s)})
	case *ast.GoStmt:
		w.spawn(s, s.Call, "")
	case *ast.DeferStmt:
		kept := w.cleans
		w.cleans, _ = ast.Unparen(s.Call.Fun).(*ast.FuncLit)
		w.defers = append(w.defers, w.aside(func() { w.call(s.Call, nil) }))
		w.cleans = kept
	case *ast.BlockStmt:
		return w.stmts(s.List)
	case *ast.LabeledStmt:
		return w.stmt(s.Stmt)
	default:
		return w.control(s)
	}
	return false
}

func idents(names []*ast.Ident) []ast.Expr {
	list := make([]ast.Expr, len(names))
	for i, n := range names {
		list[i] = n
	}
	return list
}

func (w *walker) control(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		return w.ifStmt(s)
	case *ast.ForStmt:
		if s.Init != nil {
			w.stmt(s.Init)
		}
		cond := w.aside(func() { w.expr(s.Cond); w.state(s.Cond) })
		flag := slices.IndexFunc(cond, func(s Step) bool { return s.Kind == Read })
		n := len(w.out)
		w.loop(s, s.Body, (w.always(s.Cond) || flag >= 0) && !w.exhausts(s.Body) && !w.succeeds(s.Body), bound(s.Cond))
		if flag >= 0 && len(w.out) > n && w.out[n].Kind == Loop {
			w.out[n].Key = cond[flag].Key
		}
		return s.Cond == nil && !breaks(s.Body)
	case *ast.RangeStmt:
		w.expr(s.X)
		_, fromChan := typeOf(w.pass.TypesInfo, s.X).(*types.Chan)
		if _, made := ast.Unparen(s.X).(*ast.CallExpr); fromChan && !made { // what a call returns has an end
			w.emit(Step{Kind: Recv, Key: w.key(s.X), At: w.where(s)})
		}
		w.loop(s, s.Body, fromChan, s.X)
	case *ast.SwitchStmt:
		if s.Init != nil {
			w.stmt(s.Init)
		}
		if w.pathSwitch(s) {
			break
		}
		w.expr(s.Tag)
		w.state(s.Tag)
		w.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		w.clauses(s.Body)
	case *ast.SelectStmt:
		w.selectStmt(s)
	}
	return false
}

// always reports whether the condition of a loop never ends it: there is none, or it is true.
func (w *walker) always(cond ast.Expr) bool {
	if cond == nil {
		return true
	}
	v := w.pass.TypesInfo.Types[cond].Value
	return v != nil && v.Kind() == constants.Bool && constants.BoolVal(v)
}

func typeOf(info *types.Info, expr ast.Expr) types.Type {
	if t := info.TypeOf(expr); t != nil {
		return t.Underlying()
	}
	return nil
}

// bound returns the n of a condition i < n.
func bound(cond ast.Expr) ast.Expr {
	if c, ok := cond.(*ast.BinaryExpr); ok && (c.Op == token.LSS || c.Op == token.LEQ) {
		return c.Y
	}
	return nil
}

func (w *walker) clauses(body *ast.BlockStmt) {
	w.cond++
	for _, c := range body.List {
		clause := c.(*ast.CaseClause)
		var paths []string
		for _, e := range clause.List {
			w.expr(e)
			w.state(e)
			if !w.foreign {
				paths = append(paths, w.paths(e)...)
			}
		}
		if !w.fails(&ast.BlockStmt{List: clause.Body}) {
			w.pathCase(clause, paths)
		}
	}
	w.cond--
}

// loop walks the body of one. A loop that tries until there is no error, with a
// pause, is a retry.
func (w *walker) loop(s ast.Stmt, body *ast.BlockStmt, endless bool, count ast.Expr) {
	if endless {
		w.emit(Step{Kind: Loop, At: w.where(s)})
		w.loops++
	}
	steps := w.aside(func() { w.stmts(body.List) })
	if endless {
		w.loops--
		perConnection(steps)
	}
	pause, ok := w.pause(body)
	if !ok || !w.untilSuccess(body) {
		for i := range steps {
			if steps[i].Kind == Drain { // a pause between two iterations
				steps[i] = Step{Kind: Poll, At: steps[i].At, Cond: steps[i].Cond}
			}
		}
		w.out = append(w.out, steps...)
		return
	}
	steps = slices.DeleteFunc(steps, func(s Step) bool { return s.Kind == Drain })
	w.emit(Step{Kind: Retry, At: w.where(s), Body: steps, Args: []Limit{w.limit(count, true), pause}})
}

// perConnection marks the goroutines of a loop that accepts connections, perhaps in a case of a select.
func perConnection(loop []Step) {
	for i, s := range loop {
		switch {
		case s.Kind == Choice || s.Kind == Case:
			perConnection(s.Body)
		case s.Kind == Serve && catalog.AcceptsConn[s.What]:
			Each(loop[i:], func(s *Step) bool {
				s.Hard = s.Hard || s.Kind == Start
				return true
			})
			return
		}
	}
}

// exhausts reports whether a loop ends with the input that it reads, such as a file or the
// body of a response, and waits for nothing else.
func (w *walker) exhausts(body *ast.BlockStmt) bool {
	reads, waits := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			waits = waits || n.Op == token.ARROW
		case *ast.CallExpr:
			name := callmatch.CalleeName(w.pass.TypesInfo, n)
			_, pauses := catalog.Pauses[name]
			reads, waits = reads || catalog.PartReads[name] || catalog.ReaderMethods[name], waits || pauses
		}
		return true
	})
	return reads && !waits
}

// succeeds reports whether a loop does again what has failed, without a pause: all of its
// iterations end it, but for those that continue, or that fail with one certain error.
func (w *walker) succeeds(body *ast.BlockStmt) bool {
	_, pauses := w.pause(body)
	return !pauses && (w.leaves(body) && w.untilSuccess(body) || w.untilOther(body))
}

// untilOther reports whether a loop ends by returning unless there is one certain error.
func (w *walker) untilOther(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	s, ok := body.List[len(body.List)-1].(*ast.IfStmt)
	if !ok || s.Else != nil || !w.leaves(s.Body) {
		return false
	}
	c, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	return ok && c.Op == token.NEQ && callmatch.IsError(w.pass.TypesInfo.TypeOf(c.X)) && !w.pass.TypesInfo.Types[c.Y].IsNil()
}

// pause returns how long a loop waits between two iterations.
func (w *walker) pause(body *ast.BlockStmt) (limit Limit, found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		if row, ok := catalog.Pauses[callmatch.CalleeName(w.pass.TypesInfo, call)]; ok && row.Limit < len(call.Args) {
			limit, found = w.limit(call.Args[row.Limit], true), true
		}
		return true
	})
	return limit, found
}

// untilSuccess reports whether a loop is left when there is no error, or continues when
// there is one.
func (w *walker) untilSuccess(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || len(s.Body.List) == 0 {
			return !found
		}
		switch last := s.Body.List[len(s.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			found = found || w.success(s.Cond)
		case *ast.BranchStmt:
			found = found || last.Tok == token.BREAK && w.success(s.Cond)
		}
		return !found
	})
	return found
}
