package setting

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// keyFor makes up the name of a variable for the environment, for an address that has none:
// of what the code calls its port, the address itself, or its path, else of the package that
// connects to it.
func (f *finder) keyFor(s *Setting) string {
	ending := "_ADDR"
	_, path, isURL := strings.Cut(s.Value, "://")
	if isURL {
		ending = "_URL"
	}
	_, path, _ = strings.Cut(path, "/")
	candidates := []string{f.nameOf(s.Fixed.Rest)}
	if s.Field != nil {
		candidates = append(candidates, s.Field.Name())
	}
	if id, ok := s.At.(*ast.Ident); ok {
		candidates = append(candidates, id.Name)
	}
	candidates = append(candidates, path, f.lastPath(s), f.packageAround(s))
	for _, c := range candidates {
		words := slices.DeleteFunc(split(c), func(w string) bool { return general[w] || own[w] })
		if len(words) > 0 {
			return strings.ToUpper(strings.Join(words[:min(len(words), 3)], "_")) + ending
		}
	}
	return "SERVICE" + ending
}

// general are words that say nothing about what an address leads to.
var general = set("port u url uri host hostname addr address addrs endpoint endpoints target remote localhost default fallback fixed v1 v2 v3")

func (f *finder) nameOf(expr ast.Expr) string {
	if expr == nil {
		return ""
	}
	if v := variable(f.TypesInfo, expr); v != nil {
		return v.Name()
	}
	return ""
}

// lastPath returns the constant that an address with a port of its own ends in.
func (f *finder) lastPath(s *Setting) string {
	if expr, ok := s.At.(ast.Expr); ok && s.Fixed.Rest != nil {
		return lastText(f.TypesInfo, expr)
	}
	return ""
}

// packageAround returns the name of the package whose function, or type, gets the address.
func (f *finder) packageAround(s *Setting) string {
	for cur := range s.holder.Enclosing() {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if fn := callmatch.Callee(f.TypesInfo, n); fn != nil && fn.Pkg() != nil && !catalog.Builds[callmatch.Name(fn)] {
				return fn.Pkg().Name()
			}
		case *ast.CompositeLit:
			if named := callmatch.Named(f.TypesInfo.TypeOf(n)); named != nil && named.Obj().Pkg() != nil {
				return named.Obj().Pkg().Name()
			}
		case ast.Stmt, *ast.FuncDecl:
			return ""
		}
	}
	return ""
}
