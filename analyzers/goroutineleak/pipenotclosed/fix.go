package pipenotclosed

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixReader closes the reader when the function returns that reads: the goroutine, or the one that
// makes the pipe.
func fixReader(p *check.Pass, pi *pipe, use inspector.Cursor) *edit.Fix {
	call, name := use.Parent().Node().(*ast.CallExpr), pi.reader.v.Name()
	e := p.Edit(call.Pos())
	if wrapped := callmatch.CalleeName(p.TypesInfo, call); wrapped == "io.NopCloser" {
		e.Replace(call.Pos(), call.End(), name)
		return e.Fix("Pass "+name+" itself, which can be closed", "the writer gets io.ErrClosedPipe when the reader is closed")
	}
	if gives(p, call) {
		return nil // what is returned reads later
	}
	const changes = "the writer gets io.ErrClosedPipe when the reading has ended"
	if lit := startedAround(use); lit != nil && lit.Pos() > pi.made.Node().Pos() {
		e.Before(lit.Body.List[0], "defer "+name+".Close()")
		return e.Fix("Close "+name+" when the goroutine returns", changes)
	}
	e.After(pi.made.Node().(ast.Stmt), "defer "+name+".Close()")
	return e.Fix("Close "+name+" when the function returns", changes)
}

// gives reports whether a call returns something that can read: what it was given is needed after it.
func gives(p *check.Pass, call *ast.CallExpr) bool {
	results := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature).Results()
	for v := range results.Variables() {
		for _, name := range []string{"Read", "Next", "Scan", "Decode"} {
			if obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, name); obj != nil {
				return true
			}
		}
	}
	return false
}

// fixWriter closes the writer when the goroutine returns; where it returns because of an error, the
// reader gets that.
func fixWriter(p *check.Pass, pi *pipe, lit *ast.FuncLit, at ast.Node) *edit.Fix {
	name := pi.writer.v.Name()
	e := p.Edit(lit.Pos())
	ret, ok := at.(*ast.ReturnStmt)
	if !ok && len(pi.writer.closed) > 0 {
		return nil // the reader is to get the error
	}
	if !ok {
		e.Before(lit.Body.List[0], "defer "+name+".Close()")
		return e.Fix("Close "+name+" when the goroutine returns", "")
	}
	err := testedAround(p, lit, ret)
	if err == "" {
		return nil
	}
	e.Before(ret, "_ = "+name+".CloseWithError("+err+")")
	return e.Fix("Close "+name+" with the error", "")
}

// testedAround returns the error that the innermost if statement around a return tests, "" if it is
// none.
func testedAround(p *check.Pass, lit *ast.FuncLit, ret *ast.ReturnStmt) string {
	name := ""
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if ok && test.Body.Pos() < ret.Pos() && ret.End() <= test.Body.End() {
			name = ""
			err, ok := callmatch.TestedError(p.TypesInfo, test.Cond).(*ast.Ident)
			if ok && visible(p, err, ret) {
				name = err.Name
			}
		}
		return true
	})
	return name
}

// visible reports whether the name of a variable means the same at a statement.
func visible(p *check.Pass, id *ast.Ident, stmt ast.Stmt) bool {
	_, obj := p.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(id.Name, stmt.Pos())
	return obj != nil && obj == p.TypesInfo.Uses[id]
}
