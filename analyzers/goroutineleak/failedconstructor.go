package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var failedConstructor = &check.Check{
	Slug:       "failed-constructor",
	Title:      "constructor fails, and what it has opened or started stays",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runFailedConstructor,
}

// runFailedConstructor reports
//
//	conn, err := net.Dial("tcp", addr)
//	…
//	c := &Client{conn: conn}
//	if err := c.greet(); err != nil {
//		return nil, err // conn stays open, and the caller has nothing to close
//	}
//	return c, nil
//
// and the same of a goroutine of c that c.Close would end. Safe when the return, or a
// deferred call, ends what was opened, or when somebody else may have got it. In a program
// whose main calls the constructor the process ends with the failure, which is a doubt.
func runFailedConstructor(p *check.Pass) {
	for fn, decl := range astindex.Funcs(p.Pass) {
		results := fn.Signature().Results()
		if decl.Body == nil || p.Quiet(decl.Pos()) || results.Len() < 2 || !callmatch.IsError(results.At(results.Len()-1).Type()) {
			continue
		}
		c := &constructor{p: p, decl: decl, reported: make(map[*ast.ReturnStmt]bool)}
		for i, stmt := range decl.Body.List {
			if o := c.opens(stmt); o != nil {
				c.judge(o, decl.Body.List[i+1:])
			}
		}
	}
}

// A constructor is a function that returns a value and an error.
type constructor struct {
	p        *check.Pass
	decl     *ast.FuncDecl
	reported map[*ast.ReturnStmt]bool
}

// An opened is what a statement of a constructor has opened or started.
type opened struct {
	stmt    ast.Stmt
	v       *types.Var          // what is to be closed
	err     *types.Var          // the error of opening it
	holders map[*types.Var]bool // v, and the local variables that hold it
	started bool                // a goroutine of v, else something open
}

// opens returns what stmt opens, nil if it opens nothing that is known to need an end.
func (c *constructor) opens(stmt ast.Stmt) *opened {
	info := c.p.TypesInfo
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		if !ok || len(s.Lhs) > 2 || !catalog.HeldOpen[callmatch.CalleeName(info, call)] {
			return nil
		}
		o := &opened{stmt: s, v: localOf(info, s.Lhs[0])}
		if len(s.Lhs) == 2 {
			o.err = localOf(info, s.Lhs[1])
		}
		if o.v != nil {
			return o
		}
	case *ast.GoStmt:
		sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
		if !ok || len(s.Call.Args) > 0 { // a context or channel may end it
			return nil
		}
		if v := localOf(info, sel.X); v != nil && info.Selections[sel] != nil && c.ender(v) != "" {
			return &opened{stmt: s, v: v, started: true}
		}
	}
	return nil
}

// localOf returns the local variable that expr names.
func localOf(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || v.IsField() {
		return nil
	}
	return v
}

// ender returns the method of v's type that ends it, "" if there is none.
func (c *constructor) ender(v *types.Var) string {
	for _, name := range catalog.StopMethods {
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, c.p.Pkg, name)
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() <= 1 {
			return name
		}
	}
	return ""
}

// judge looks for a return with an error behind o that leaves it open, where the
// function hands it out when nothing fails.
func (c *constructor) judge(o *opened, rest []ast.Stmt) {
	o.holders = c.holders(o, rest)
	if !c.handsOut(o) || c.lent(o, rest) {
		return
	}
	for _, stmt := range rest {
		if c.endedBy(o, stmt) {
			c.p.Safe(o.stmt, o.v.Name(), verdict.Handled, stmt.Pos())
			return
		}
		if ret := c.failure(o, stmt); ret != nil && !c.reported[ret] {
			c.reported[ret] = true
			c.report(o, ret)
			return
		}
	}
}

func (c *constructor) report(o *opened, ret *ast.ReturnStmt) {
	what, gone := o.v.Name()+", opened at %s, stays open", "close"
	if o.started {
		what, gone = "the goroutine of "+o.v.Name()+", started at %s, keeps running", "stop"
	}
	var doubts []check.Doubt
	if c.p.Pkg.Name() == "main" {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, c.decl.Pos()))
	}
	c.p.Report(check.Finding{
		At: ret,
		Message: fmt.Sprintf("%s fails here, and "+what+": the caller gets nothing that it could %s",
			c.decl.Name.Name, c.p.Where(o.stmt.Pos(), ret.Pos()), gone),
		Trace:  []check.Hop{{Pos: o.stmt.Pos(), Message: "opened or started here"}},
		Doubts: doubts,
		Fix:    c.fix(o, ret),
	})
}
