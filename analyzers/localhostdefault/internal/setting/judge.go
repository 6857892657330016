package setting

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judge decides whether the address is dialed: by where its value goes, and if that is not
// known by its name and shape. A flag has to name whose address it is: one that is called
// endpoints or server is that of the product's own server. So has the configuration of a
// package for one product, such as etcd.Config: that product's usual address is its
// default, and users of the product set it.
func (f *finder) judge(s *Setting) {
	if s.Fixed != nil {
		f.judgeFixed(s)
		return
	}
	f.rank(s)
	uses, name := f.follow(s), s.Key
	product, rest, _ := strings.Cut(name, ".")
	shape := shapeOf(s.Value)
	ofProduct := s.part && !configs[product] && (shape != storeURL || ownScheme(s.Value, product))
	if ofProduct {
		name = behindProduct(rest, product)
	}
	if ofProduct && shape == storeURL {
		shape = hostPort // the product's own scheme says no more than the package
	}
	role := roleOf(name, shape)
	switch {
	case uses.listened, uses.noted && !uses.dialled, role == other, f.ownListen(s.copyOf):
		s.Safe = s.At.Pos()
	case s.seen:
		s.Dialled = uses.dialled
	case uses.dialled:
		s.Dialled = role == dialled || role == open && !s.flag && !ofProduct && (!s.named || f.serves())
	default:
		s.Dialled = role == dialled && !ofProduct
	}
	switch {
	case s.Dialled:
	case uses.dialled && (s.given || s.flag && saysWhat(s.Key)): // whose it is, is left open
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OwnAddress, s.At.Pos()))
	default:
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OutOfSight, s.At.Pos()))
	}
}

// rank adds the doubts that say, whatever the address leads to, that the default is known or does no harm. A default
// without which the program does not start has no fix.
func (f *finder) rank(s *Setting) {
	if s.flag && !f.serves() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.ByHand, s.At.Pos()))
	}
	if f.shownByFlag(s) {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.Documented, s.At.Pos()))
	}
	if at := f.documented(s); at.IsValid() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.Documented, at))
	}
	if f.ofListener(s.Field) || scraped(s.Key) {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OwnAddress, s.At.Pos()))
	}
	if f.refusesEmpty(s.Field) {
		s.Fix = noFix
	}
	if off := f.switchedOff(s); off.IsValid() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.SwitchedOff, off))
	}
	if f.checksHealth() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OwnAddress, s.At.Pos()))
	}
	if s.part && listensBeside(s.Field) {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.OwnAddress, s.Field.Pos()))
	}
}

// ownScheme reports whether the scheme of a URL is that of a product, such as mongodb of mongo.
func ownScheme(value, product string) bool {
	scheme, _, _ := strings.Cut(value, "://")
	return strings.HasPrefix(scheme, product) || strings.HasPrefix(product, scheme)
}

// saysWhat reports whether a word of a name says what an address leads to, as -store and not as
// -server-url does: it may still be the product's own.
func saysWhat(name string) bool {
	return slices.ContainsFunc(split(name), func(word string) bool {
		return !places[word] && !own[word] && !holders[word] && !kinds[word] && !trailing[word]
	})
}

// checksHealth reports whether the package's name says that it asks the program beside it how it
// is, as what a container runs for that does.
func (f *finder) checksHealth() bool {
	return slices.ContainsFunc(split(f.Pkg.Path()), func(word string) bool { return word == "healthcheck" })
}

// scraped reports whether the name of a setting says that metrics are read there, as those who export them do of what
// runs beside them.
func scraped(key string) bool {
	return slices.ContainsFunc(split(key), func(word string) bool { return word == "scrape" || word == "scraped" })
}

// noFix is for defaults that another part of the program needs to be there.
func noFix(*check.Pass) *edit.Fix { return nil }

// listensBeside reports whether another field of the struct says that the address is listened on:
// what the two configure may be a server of the program, and a host its name for clients.
//
//	type SMTP struct{ ListenAddr, Hostname string }
func listensBeside(field *types.Var) bool {
	if field == nil || field.Pkg() == nil || !field.IsField() || !nameless[strings.ToLower(field.Name())] {
		return false
	}
	for _, name := range field.Pkg().Scope().Names() {
		obj, ok := field.Pkg().Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := obj.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		fields := slices.Collect(st.Fields())
		if slices.Contains(fields, field) {
			return slices.ContainsFunc(fields, func(other *types.Var) bool {
				return other != field && slices.ContainsFunc(split(other.Name()), func(w string) bool { return listens[w] })
			})
		}
	}
	return false
}

var (
	// listens are words of fields that say where a server is.
	listens = set("listen listener listening bind")
	// nameless are fields that do not say whose host it is.
	nameless = set("host hostname addr address")
)

// behindProduct returns the name of a setting without that of its type, where the type
// has the name of the product, too: nats_consumer.NatsConsumer.servers.
func behindProduct(name, product string) string {
	typ, field, ok := strings.Cut(name, ".")
	if ok && strings.EqualFold(typ, strings.ReplaceAll(product, "_", "")) {
		return field
	}
	return name
}

// shownByFlag reports whether the value with the default is itself the default of a flag
// with a usage text: it can be set by both, and -help shows the default.
//
//	flag.String("url", getEnv("URL", "http://localhost"), "where the service is")
func (f *finder) shownByFlag(s *Setting) bool {
	at, ok := s.At.(ast.Node)
	if !ok {
		return false
	}
	cur, ok := astindex.Find(f.in, at)
	if !ok {
		return false
	}
	if _, ok := cur.Parent().Node().(*ast.CallExpr); !ok {
		return false
	}
	kind, i := cur.Parent().ParentEdge()
	call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || kind != edge.CallExpr_Args {
		return false
	}
	d, ok := catalog.Defaults[callmatch.CalleeName(f.TypesInfo, call)]
	return ok && d.Flag && i == d.Default && i+1 < len(call.Args) && lastText(f.TypesInfo, call.Args[i+1]) != ""
}
