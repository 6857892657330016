package busyloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// An answer says what is known of a call that is repeated.
type answer int

const (
	prompt   answer = iota // it returns immediately where there is nothing
	unknown                // it may wait for something to arrive
	receives               // it receives from a broker, and fails immediately where that is down
	waits                  // it waits, or pauses
)

// answers returns what is known of a function.
func (s *spin) answers(fn *types.Func, depth int) answer {
	name := callmatch.Name(fn)
	switch {
	case fn == nil:
		return unknown
	case catalog.PollsBroker[name]:
		return receives
	case catalog.Queries[name], catalog.QueryErrors[name] != catalog.Query{}, callmatch.Std(fn) && fn.Pkg() != s.p.Pkg && !catalog.Drains[name]:
		return prompt
	case catalog.SaysPrompt(s.docOf(fn)):
		return prompt
	}
	decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return unknown
	}
	return s.answersIn(decl.Body, depth-1)
}

// answersIn returns the most that the first call which can fail, or what waits, says of a function.
func (s *spin) answersIn(body *ast.BlockStmt, depth int) (most answer) {
	asked := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.SelectStmt, *ast.ForStmt:
			most = waits
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				most = waits
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(s.p.TypesInfo, n)
			switch {
			case catalog.Drains[callmatch.Name(fn)]:
				most = waits
			case !asked && fn != nil && callmatch.CanFail(fn.Signature()) && !s.quick(n):
				asked = true
				most = max(most, s.answers(fn, depth))
			}
		}
		return true
	})
	return most
}

// docOf returns the documentation of a method of an interface of the package, "" for others.
func (s *spin) docOf(fn *types.Func) (doc string) {
	if fn.Pkg() != s.p.Pkg || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
		return ""
	}
	for _, file := range s.p.Files {
		if file.FileStart > fn.Pos() || fn.Pos() >= file.FileEnd {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && len(field.Names) == 1 && field.Names[0].Pos() == fn.Pos() {
				doc = field.Doc.Text() + field.Comment.Text()
			}
			return doc == ""
		})
	}
	return doc
}
