// Package bodynolimit is the check httptimeout/body-no-limit: request body is read into memory without
// a limit.
package bodynolimit

import (
	"cmp"
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed bodynolimit.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "body-no-limit",
	Title:      "request body is read into memory without a limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"net/http"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
//		data, err := io.ReadAll(r.Body)
//
// and the same with json.NewDecoder, here or in a helper, of low confidence: a proxy in front may have a limit. Safe is a package that limits bodies anywhere,
// and a function that compares their length.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var limit *ast.CallExpr
	var reads []inspector.Cursor
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		if catalog.BodyLimits[name] && limit == nil {
			limit = call
		}
		if row, ok := catalog.ReadsAll[name]; ok && row < len(call.Args) && isBody(p, call.Args[row]) && answered(p, cur) != nil && !p.Quiet(call.Pos()) {
			reads = append(reads, cur)
		}
	}
	for _, cur := range reads {
		call := cur.Node().(*ast.CallExpr)
		body := call.Args[catalog.ReadsAll[callmatch.CalleeName(p.TypesInfo, call)]]
		switch fn := answered(p, cur); {
		case limit != nil:
			p.Safe(call, p.Source(body), verdict.Limited, limit.Pos())
		case measures(p, fn) != nil:
			p.Safe(call, p.Source(body), verdict.Limited, measures(p, fn).Pos())
		default:
			p.Report(check.Finding{
				At:      call,
				Message: fmt.Sprintf("one request can exhaust the memory: %s reads %s to the end, however long it is", p.Name(call.Fun), p.Source(body)),
				Doubts:  []check.Doubt{check.Doubting(verdict.FrontLimit, call.Pos())},
				Fix:     fix(p, cur, fn, body),
			})
		}
	}
}

// isBody reports whether an expression is the body of a request.
func isBody(p *check.Pass, expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "net/http.Request")
}

// answered returns the function around cur if it answers requests, or is passed the request by one
// that does, nil if it is neither. What an exported function decodes is no request that is sent.
func answered(p *check.Pass, cur inspector.Cursor) ast.Node {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	if astindex.AnswersRequests(astindex.Signature(p.TypesInfo, fn.Node())) {
		return fn.Node()
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Recv != nil && decl.Name.Name == "RoundTrip" {
		return nil
	}
	def := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if def.Exported() && callmatch.CalleeName(p.TypesInfo, cur.Node().(*ast.CallExpr)) == "encoding/json.NewDecoder" {
		return decl
	}
	for _, call := range astindex.Of(p.Pass).Calls[def] {
		if sig := astindex.Signature(p.TypesInfo, call.In); sig != nil && astindex.AnswersRequests(sig) {
			return decl
		}
	}
	return nil
}

// measures returns where a function asks for the length of a request, nil if it does not.
func measures(p *check.Pass, fn ast.Node) ast.Node {
	var found ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "ContentLength" {
			found = sel
		}
		return found == nil
	})
	return found
}

// fix limits the body to a mebibyte before it is read.
func fix(p *check.Pass, cur inspector.Cursor, fn ast.Node, body ast.Expr) *edit.Fix {
	w := cmp.Or(writer(p, fn), "nil")
	stmt, ok := statement(cur)
	if !ok {
		return nil
	}
	e := p.Edit(body.Pos())
	text := p.Source(body)
	e.Before(stmt, fmt.Sprintf("%s = %s.MaxBytesReader(%s, %s, 1<<20)", text, e.Import(body.Pos(), "net/http", "http"), w, text))
	return e.Fix("Limit the body to 1 MiB", "longer requests are refused")
}

// writer returns the name of the response writer that a function is given, "" if there is none.
func writer(p *check.Pass, fn ast.Node) string {
	for v := range astindex.Signature(p.TypesInfo, fn).Params().Variables() {
		if callmatch.TypeName(v.Type()) == "net/http.ResponseWriter" && v.Name() != "" && v.Name() != "_" && visible(p, v, fn) {
			return v.Name()
		}
	}
	return ""
}

func visible(p *check.Pass, v *types.Var, fn ast.Node) bool {
	return fn.Pos() <= v.Pos() && v.Pos() < fn.End()
}

// statement returns the statement around cur that is in a list.
func statement(cur inspector.Cursor) (ast.Stmt, bool) {
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && astindex.Stmts(c.Parent().Node()) != nil {
			return stmt, true
		}
	}
	return nil, false
}
