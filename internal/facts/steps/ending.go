package steps

import (
	"go/ast"
	constants "go/constant"
	"go/token"
	"go/types"
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Somewhere stands for a beginning of a path that is not known.
const Somewhere = "/…"

// routePath returns a path that is registered, "" if it is not known. If only its beginning
// is a setting, [Somewhere] stands for that.
func (w *walker) routePath(e ast.Expr) string {
	if text, known := w.text(e); known || e == nil {
		return ownPath(text, known)
	}
	if file := w.filePath(e); file != "" {
		return file
	}
	n := &ending{w: w, depth: 4}
	text := n.of(e)
	// The slash alone is a path by whatever its beginning is.
	if !strings.HasPrefix(text, "/") || path.Clean(text) == "/" {
		return ""
	}
	return Somewhere + text
}

// filePath returns the path of a file below a constant path, of which the name is not known
// but ends with a constant extension; "" for others.
func (w *walker) filePath(e ast.Expr) string {
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD {
		return ""
	}
	begins, ends := sum.X, w.constant(sum.Y)
	for more := ok; more; {
		if sum, more = ast.Unparen(begins).(*ast.BinaryExpr); more {
			begins = sum.X
		}
	}
	if text := w.constant(begins); strings.HasPrefix(text, "/") && strings.HasPrefix(ends, ".") && !strings.Contains(ends, "/") {
		return text + "…" + ends
	}
	return ""
}

// ownPath returns a constant path. An empty one is that of the router itself.
func ownPath(text string, known bool) string {
	if known && text == "" {
		return "/"
	}
	return text
}

// An ending knows the constants that strings end with.
type ending struct {
	w     *walker
	args  map[*types.Var]string // constants that parameters are
	depth int
}

// of returns the constant that a string ends with, "" if there is none.
func (n *ending) of(e ast.Expr) string {
	if text := n.w.constant(e); text != "" {
		return text
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return n.args[varOf(n.w.pass.TypesInfo, e)]
	case *ast.BinaryExpr:
		text := n.of(e.Y)
		if e.Op != token.ADD || text == "" || strings.HasPrefix(text, "/") {
			return text
		}
		if before := n.of(e.X); before != "" {
			return before + text
		}
	case *ast.CallExpr:
		return n.result(e)
	}
	return ""
}

// result returns what the result of a call ends with.
func (n *ending) result(call *ast.CallExpr) string {
	fn := callmatch.Callee(n.w.pass.TypesInfo, call)
	if fn == nil || n.depth == 0 || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return ""
	}
	if catalog.PathJoins[callmatch.Name(fn)] {
		text := n.of(call.Args[len(call.Args)-1])
		if text == "" {
			return ""
		}
		return path.Clean("/" + text)
	}
	decl, params := n.w.decls[fn.Origin()], fn.Origin().Signature().Params()
	if decl == nil || fn.Signature().Variadic() || params.Len() != len(call.Args) {
		return ""
	}
	inner := &ending{w: n.w, args: make(map[*types.Var]string), depth: n.depth - 1}
	for i, a := range call.Args {
		if v := n.value(a); v != "" {
			inner.args[params.At(i)] = v
		}
	}
	texts, done := inner.returned(decl.Body.List)
	for _, text := range texts {
		if text != texts[0] {
			return ""
		}
	}
	if !done {
		return ""
	}
	return texts[0]
}

// value returns the constant that an argument is.
func (n *ending) value(e ast.Expr) string {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && n.args[varOf(n.w.pass.TypesInfo, id)] != "" {
		return n.args[varOf(n.w.pass.TypesInfo, id)]
	}
	return n.w.constant(e)
}

// returned returns what the results of statements end with, "" for one that is not
// known, and whether the statements always return. Only definitions, conditions and
// returns are followed.
func (n *ending) returned(list []ast.Stmt) (texts []string, done bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) != 1 {
				return []string{""}, true
			}
			return append(texts, n.of(s.Results[0])), true
		case *ast.IfStmt:
			holds, known := n.holds(s.Cond)
			if s.Init != nil || s.Else != nil {
				return []string{""}, true
			}
			if known && !holds {
				continue
			}
			inner, ends := n.returned(s.Body.List)
			texts = append(texts, inner...)
			if ends && known {
				return texts, true
			}
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				return []string{""}, true
			}
		default:
			return []string{""}, true
		}
	}
	return texts, false
}

// holds decides a comparison of a parameter with a constant.
func (n *ending) holds(cond ast.Expr) (holds, known bool) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		x, y := n.value(c.X), n.w.pass.TypesInfo.Types[c.Y].Value
		if x == "" || y == nil || y.Kind() != constants.String || c.Op != token.EQL && c.Op != token.NEQ {
			return false, false
		}
		return (x == constants.StringVal(y)) == (c.Op == token.EQL), true
	case *ast.CallExpr:
		if callmatch.CalleeName(n.w.pass.TypesInfo, c) == "strings.HasPrefix" {
			x, y := n.value(c.Args[0]), n.w.constant(c.Args[1])
			return strings.HasPrefix(x, y), x != "" && y != ""
		}
	}
	return false, false
}
