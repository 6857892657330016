package unjoinedworker

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixLost adds a wait for work that is started for each call: the method that stops its
// owner, or the shutdown of the process where the owner has none.
//
//	s.workers.Go(func() { s.mailer.Send(job.Owner, report) })
//	lifecycle.Go(func(context.Context) { s.mailer.Send(job.Owner, report) })
func fixLost(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	start := cur.Node().(*ast.GoStmt)
	if !waitgroup.Steady(p, start) {
		return nil
	}
	if fix := joinInStop(p, cur); fix != nil {
		return fix
	}
	e := p.Edit(start.Pos())
	context := e.Import(start.Pos(), "context", "context")
	lc := e.Import(start.Pos(), p.Lifecycle(), "lifecycle")
	runBy(p, e, start, lc+".Go(func("+context+".Context) ")
	return e.Fix("Start it with lifecycle.Go: the shutdown of the process waits for it", "")
}

// fixClosedUnder lets the owner's method that stops it wait for the work before it closes anything.
func fixClosedUnder(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	if !waitgroup.Steady(p, cur.Node().(*ast.GoStmt)) {
		return nil
	}
	return joinInStop(p, cur)
}

// runBy replaces the go statement by a call, which head begins, that is given its work.
func runBy(p *check.Pass, e *edit.Builder, start *ast.GoStmt, head string) {
	lit, ok := ast.Unparen(start.Call.Fun).(*ast.FuncLit)
	if ok && len(start.Call.Args) == 0 && lit.Type.Results == nil {
		e.Replace(start.Pos(), lit.Body.Pos(), head)
		e.Replace(lit.End(), start.End(), ")")
		return
	}
	result := ""
	if tuple, ok := p.TypesInfo.TypeOf(start.Call).(*types.Tuple); !ok {
		result = "_ = "
	} else if tuple.Len() > 1 {
		result = "_, _ = "
	}
	e.Replace(start.Pos(), start.Call.Pos(), head+"{ "+result)
	e.Insert(start.End(), " })")
}

// joinInStop counts the work in a WaitGroup of the owner, and lets the owner's method that stops it
// wait before all else.
func joinInStop(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	start, method := cur.Node().(*ast.GoStmt), enclosingDecl(cur)
	stop := stopOf(p, method)
	if stop == nil || !goversion.AtLeast(p.Version(start.Pos()), "go1.25") {
		return nil
	}
	owner := callmatch.Named(p.TypesInfo.TypeOf(stop.Recv.List[0].Type))
	if stopfix.Member(owner, p.Pkg, "workers") || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	st, ok := owner.Underlying().(*types.Struct)
	if !ok || st.NumFields() == 0 {
		return nil
	}
	line := syntax.FieldLine(p, st.Field(st.NumFields()-1).Origin(), start.Pos())
	if line == nil {
		return nil
	}
	e := p.Edit(start.Pos())
	wait := waitCall(p, e, stop, stop.Recv.List[0].Names[0].Name+".workers")
	e.After(line, "workers "+e.Import(line.Pos(), "sync", "sync")+".WaitGroup")
	runBy(p, e, start, method.Recv.List[0].Names[0].Name+".workers.Go(func() ")
	waitgroup.AtStart(e, stop.Body, "_ = "+wait)
	return e.Fix("Wait for the goroutine in "+stop.Name.Name+", with "+wait, stop.Name.Name+" waits for the goroutine")
}

func enclosingDecl(cur inspector.Cursor) *ast.FuncDecl {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// stopOf returns another method, in the same file, that stops the pointer receiver of a method; nil
// if there is none.
func stopOf(p *check.Pass, method *ast.FuncDecl) *ast.FuncDecl {
	owner := receiver(p, method)
	if owner == nil {
		return nil
	}
	for _, file := range p.Files {
		if file.FileStart > method.Pos() || method.Pos() > file.FileEnd {
			continue
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn != method && fn.Body != nil && slices.Contains(catalog.StopMethods, fn.Name.Name) && fn.Type.Params.NumFields() < 2 && receiver(p, fn) == owner {
				return fn
			}
		}
	}
	return nil
}

// receiver returns the type of a method that has a named pointer receiver, else nil.
func receiver(p *check.Pass, fn *ast.FuncDecl) *types.TypeName {
	if fn == nil || fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 || fn.Recv.List[0].Names[0].Name == "_" {
		return nil
	}
	ptr, ok := p.TypesInfo.TypeOf(fn.Recv.List[0].Type).(*types.Pointer)
	if !ok {
		return nil
	}
	if named := callmatch.Named(ptr); named != nil && named.TypeArgs().Len() == 0 {
		return named.Obj()
	}
	return nil
}
