package setting

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fixed finds addresses that no setting of this package replaces, and that it connects to:
//
//	http.Get("http://localhost:" + port + "/classify")
//	redis.NewClient(&redis.Options{Addr: "localhost:6379"})
//	var Broker = "localhost:1883" // others may set it
//
// It runs after all the others, whose defaults it leaves out.
func (f *finder) fixed() {
	known := len(f.found)
	consts := make(map[types.Object]bool)
	for lit := range f.in.Root().Preorder((*ast.BasicLit)(nil)) {
		if !namesThisHost(lit.Node().(*ast.BasicLit)) || f.inTest(lit.Node().Pos()) {
			continue
		}
		if obj := f.constant(lit); obj != nil {
			consts[obj] = true
			continue
		}
		f.fixedAt(lit, known)
	}
	if len(consts) == 0 {
		return
	}
	for id := range f.in.Root().Preorder((*ast.Ident)(nil)) {
		if consts[f.TypesInfo.Uses[id.Node().(*ast.Ident)]] && !f.inTest(id.Node().Pos()) {
			f.fixedAt(id, known)
		}
	}
}

// namesThisHost reports whether a literal may be the address of this machine.
func namesThisHost(lit *ast.BasicLit) bool {
	return lit.Kind == token.STRING && slices.ContainsFunc([]string{"localhost", "127.0.0.1", "[::1]"}, func(host string) bool { return strings.Contains(lit.Value, host) })
}

// constant returns the constant that the literal at cur is the value of, or nil.
func (f *finder) constant(cur inspector.Cursor) types.Object {
	spec, ok := cur.Parent().Node().(*ast.ValueSpec)
	if !ok {
		return nil
	}
	if i := slices.Index(spec.Values, cur.Node().(ast.Expr)); i >= 0 && i < len(spec.Names) {
		if c, ok := f.TypesInfo.Defs[spec.Names[i]].(*types.Const); ok {
			return c
		}
	}
	return nil
}

// fixedAt adds the address that begins with the constant at cur, unless one of the first
// known settings has it.
func (f *finder) fixedAt(cur inspector.Cursor, known int) {
	a := f.addressAround(cur)
	if a == nil || !f.isFixed(a) {
		return
	}
	expr := a.cur.Node().(ast.Expr)
	for _, s := range f.found[:known] {
		if s.At.Pos() < expr.End() && expr.Pos() < s.At.End() {
			return
		}
	}
	f.index = astindex.Of(f.Pass)
	s := &Setting{At: expr, Value: a.text, Fixed: a, holder: a.cur, Field: f.destination(a.cur)}
	if _, inList := a.cur.Parent().Node().(*ast.CompositeLit); inList {
		s.Field = f.destination(a.cur.Parent())
	}
	s.Fix = wrapEnvURL(expr, f.keyFor(s))
	if uses := f.follow(s); uses.dialled {
		f.found = append(f.found, s)
	}
}

// An Address is an expression that is one, whose host is constant.
type Address struct {
	cur  inspector.Cursor // the whole expression
	text string           // its constant beginning
	Rest ast.Expr         // what follows the beginning, usually the port, nil when all is constant
}

// addressAround returns the expression that begins with the constant at cur and continues
// with + or as the format of Sprintf, nil if it does not begin with it.
func (f *finder) addressAround(cur inspector.Cursor) *Address {
	text, ok := constString(f.TypesInfo, cur.Node().(ast.Expr))
	if !ok {
		return nil
	}
	a := &Address{cur: cur, text: text}
	for {
		up := a.cur.Parent()
		switch parent := up.Node().(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			if parent.Op != token.ADD || parent.X != a.cur.Node() {
				return nil
			}
			a.extend(f.TypesInfo, parent.Y)
		case *ast.CallExpr:
			if len(parent.Args) == 0 || parent.Args[0] != a.cur.Node() || !catalog.Builds[callmatch.CalleeName(f.TypesInfo, parent)] {
				return a
			}
			if before, _, cut := strings.Cut(a.text, "%"); cut {
				a.text = before
			}
			if len(parent.Args) > 1 && a.Rest == nil {
				a.Rest = parent.Args[1]
			}
		default:
			return a
		}
		a.cur = up
	}
}

// extend takes the operand that follows.
func (a *Address) extend(info *types.Info, next ast.Expr) {
	if text, ok := constString(info, next); ok && a.Rest == nil {
		a.text += text
	} else if a.Rest == nil {
		a.Rest = next
	}
}

// isFixed reports whether the address is one of this machine.
func (f *finder) isFixed(a *Address) bool {
	if a.Rest == nil {
		shape := shapeOf(a.text)
		return shape != notLocal && shape != anyHost && shape != host
	}
	_, after, found := strings.Cut(a.text, "://")
	if !found {
		after = a.text
	}
	authority, _, _ := strings.Cut(after, "/")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	port := authority[strings.LastIndexByte(authority, ':')+1:]
	return catalog.ThisHost(hostname(strings.TrimSuffix(authority, ":"))) && !agents[port] && !frontEnds[port]
}

// judgeFixed decides about an address that is dialled. It is no defect where the program
// itself is at the other end, or something that it has started.
func (f *finder) judgeFixed(s *Setting) {
	s.Dialled = true
	if f.follow(s).listened {
		s.Safe = s.At.Pos()
		return
	}
	if strings.Contains(s.Value, "://") && s.Fixed.Rest == nil && !strings.Contains(s.Value[strings.Index(s.Value, "://")+3:], ":") && shapeOf(s.Value) == webURL {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OutOfSight, s.At.Pos())) // http://localhost/ over a socket
	}
	if f.ownAddress(s) {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OwnAddress, s.At.Pos()))
	}
	if f.Pkg.Name() == "main" && !f.serves() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.ByHand, s.At.Pos()))
	}
	if pos := f.inPlaceOfNil(s); pos.IsValid() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.CallerDecides, pos))
	}
	if s.Field != nil && s.Field.Pkg() == f.Pkg && (s.Field.IsField() || s.Field.Exported() && s.Field.Parent() == f.Pkg.Scope()) {
		s.Key = s.Field.Name()
		s.Doubts = append(s.Doubts, check.Doubting(verdict.HandedIn, s.Field.Pos()))
	}
}

// inPlaceOfNil returns where a parameter is found to be nil in whose place the address is: callers
// that want another one pass it.
func (f *finder) inPlaceOfNil(s *Setting) token.Pos {
	expr, ok := s.At.(ast.Expr)
	if !ok {
		return token.NoPos
	}
	cur, ok := astindex.Find(f.in, expr)
	if !ok {
		return token.NoPos
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		cond, ok := ast.Unparen(c.Node().(*ast.IfStmt).Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.EQL || !f.TypesInfo.Types[cond.Y].IsNil() {
			continue
		}
		id, ok := ast.Unparen(cond.X).(*ast.Ident)
		v, isVar := f.TypesInfo.Uses[id].(*types.Var)
		if ok && isVar && v.Kind() == types.ParamVar {
			return cond.Pos()
		}
	}
	return token.NoPos
}

// ownAddress reports whether the other end may be on this machine for a reason: the path is
// that of a probe, the port is not said to be another's, the package is for what runs on
// each machine, it starts processes itself, or has its own dial function, as for a tunnel.
func (f *finder) ownAddress(s *Setting) bool {
	words := split(s.Value)
	if expr, ok := s.At.(ast.Expr); ok {
		ast.Inspect(expr, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				words = append(words, split(lit.Value)...)
			}
			return true
		})
	}
	if slices.ContainsFunc(words, func(w string) bool { return probes[w] }) || f.forThisMachine() {
		return true
	}
	if s.Fixed.Rest != nil && !namesAnother(f.TypesInfo, s.Fixed.Rest) {
		return true
	}
	if s.Field != nil && s.Field.Parent() == f.Pkg.Scope() {
		return false
	}
	for v := range f.index.Uses {
		if v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "net/http" && (v.Name() == "DialContext" || v.Name() == "Dial") {
			return true
		}
	}
	for fn := range f.index.Calls {
		if fn.Pkg() != nil && fn.Pkg().Path() == "os/exec" {
			return true
		}
	}
	return false
}

// forThisMachine reports whether the package's name says that it asks what runs beside it
// on each machine.
func (f *finder) forThisMachine() bool {
	return slices.ContainsFunc(split(f.Pkg.Path()), func(word string) bool { return beside[word] })
}

// namesAnother reports whether the name of a port says whose it is: aiPort, and not port,
// serverPort or cfg.HTTP.Port.
func namesAnother(info *types.Info, expr ast.Expr) bool {
	for {
		call, ok := ast.Unparen(expr).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			break
		}
		expr = call.Args[0] // strconv.Itoa
	}
	v := variable(info, expr)
	if v == nil {
		return false
	}
	words := split(v.Name())
	last := len(words) - 1
	return last > 0 && words[last] == "port" && !own[words[last-1]] && !holders[words[last-1]] && !notDialled[words[last-1]]
}

var (
	// probes are words in the path of what a program asks itself.
	probes = set("health healthz healthcheck ready readyz live livez liveness readiness ping about status metrics debug pprof version")
	// beside are words in the path of a package that is for the machine that it runs on.
	beside = set("agent agents collector collectors exporter exporters plugin plugins sidecar healthcheck health probe probes")
)
