package pipeorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stillReading reports whether goroutines that the function has started before, itself or by a helper,
// read the pipe, and nothing between their start and the wait shows that they have read it to the end.
func stillReading(p *check.Pass, fn, wait inspector.Cursor, reads []inspector.Cursor) bool {
	from := token.NoPos
	for _, read := range reads {
		start := readerOf(p, read)
		if start == nil || start.End() > wait.Node().Pos() {
			return false
		}
		from = max(from, start.End())
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil)) {
		if at := c.Node().Pos(); from < at && at < wait.Node().Pos() && !c.Contains(wait) && joins(p, c.Node(), 2) {
			return false
		}
	}
	return true
}

// readBeside reports whether the function reads the pipe after it has started the goroutine that waits, which
// waits for nothing else before:
//
//	go func() { exited <- cmd.Wait() }()
//	io.Copy(dst, stdout)
func readBeside(p *check.Pass, fn, wait inspector.Cursor, reads []inspector.Cursor) bool {
	start := goAround(wait)
	if start == nil {
		return false
	}
	at, ok := astindex.Find(wait.Inspector(), start)
	if around, _ := astindex.FuncAround(at); !ok || around != fn {
		return false
	}
	for c := range at.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil)) {
		if c.Node() != ast.Node(start.Call) && c.Node().Pos() < wait.Node().Pos() && joins(p, c.Node(), 2) {
			return false
		}
	}
	return slices.ContainsFunc(reads, func(read inspector.Cursor) bool {
		in, _ := astindex.FuncAround(read)
		return in == fn && read.Node().Pos() > start.End()
	})
}

// readerOf returns what starts the goroutine that a read is made by: a go statement, or the call of a
// function of the package all of whose uses of the pipe are in goroutines of its own.
func readerOf(p *check.Pass, read inspector.Cursor) (start ast.Node) {
	for c := range read.Enclosing((*ast.GoStmt)(nil)) {
		start = c.Node()
	}
	if start != nil {
		return start
	}
	param := astindex.ParamOf(p.Pass, read)
	if param == nil {
		return nil
	}
	for _, id := range astindex.Of(p.Pass).Uses[param] {
		use, ok := astindex.Find(read.Inspector(), id)
		if !ok || goAround(use) == nil {
			return nil
		}
		start = read.Parent().Node()
	}
	return start
}

// closed reports whether the use of a pipe is a call of its Close.
func closed(use inspector.Cursor) bool {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Close"
}

// goAround returns the outermost go statement around cur, nil if there is none.
func goAround(cur inspector.Cursor) (start *ast.GoStmt) {
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		start = c.Node().(*ast.GoStmt)
	}
	return start
}

// joins reports whether a node may wait for a goroutine; a call of a function of the package does where
// something in it does.
func joins(p *check.Pass, n ast.Node, depth int) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		switch {
		case fn == nil:
			return !p.TypesInfo.Types[n.Fun].IsBuiltin() && !p.TypesInfo.Types[n.Fun].IsType() && ownLiteral(n) == nil
		case fn.Pkg() != p.Pkg:
			return fn.Name() == "Wait"
		}
		decl := astindex.Of(p.Pass).Decls[fn.Origin()]
		return decl == nil || decl.Body == nil || depth == 0 || joinsIn(p, decl.Body, depth-1)
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		_, ok := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
		return ok
	}
	return true
}

// ownLiteral returns the literal that a call runs in place or in a goroutine, nil if it calls another value.
func ownLiteral(call *ast.CallExpr) *ast.FuncLit {
	lit, _ := ast.Unparen(call.Fun).(*ast.FuncLit)
	return lit
}

// joinsIn reports whether something in a body, other than what it starts, may wait.
func joinsIn(p *check.Pass, body *ast.BlockStmt, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.CallExpr, *ast.UnaryExpr, *ast.RangeStmt, *ast.SelectStmt:
			found = found || joins(p, n, depth)
		}
		return !found
	})
	return found
}
