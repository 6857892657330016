package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A Source is what a goroutine waits for or tests, and what makes it fire.
type Source struct {
	Channel *Class // a channel
	Context *Class // a context, waited for by its Done channel or tested by Err
	Flag    *Flag
	// Ticker is set for the channel of a ticker, which delivers ticks and is
	// never closed.
	Ticker bool
	// Raises are the operations that unblock a waiter: sends and closes, calls of a cancel
	// function, stores.
	Raises []Op
	// Closes are those that end a range, too.
	Closes []Op
	// Open is set if code elsewhere may make it fire, or if it fires by itself.
	Open bool
}

// Dead reports whether the source never fires.
func (s *Source) Dead() bool { return !s.Open && !s.Ticker && len(s.Raises) == 0 }

// ChannelSource returns what a receive from ch waits for.
func (f *Flow) ChannelSource(ch ssa.Value) *Source {
	if f.isTicker(ch) {
		return &Source{Ticker: true}
	}
	c := f.Class(ch)
	if c == nil {
		return &Source{Open: true} // nil, or something else than a channel
	}
	s := &Source{Channel: c, Open: c.Foreign || c.OutSends || len(c.Makes) == 0}
	s.Raises = append(s.Raises, c.Sends...)
	s.Raises = append(s.Raises, c.Closes...)
	s.Closes = c.Closes
	for _, m := range c.Makes {
		if _, ok := m.(*ssa.MakeChan); ok {
			continue
		}
		call, ok := m.(*ssa.Call)
		if !ok || Callee(&call.Call) != "(context.Context).Done" || len(c.Makes) > 1 {
			s.Open = true
			continue
		}
		return f.ContextSource(call.Call.Value)
	}
	return s
}

// isTicker reports whether ch is the channel of a ticker.
func (f *Flow) isTicker(ch ssa.Value) bool {
	switch ch := ch.(type) {
	case *ssa.UnOp:
		addr, ok := ch.X.(*ssa.FieldAddr)
		return ok && ch.Op == token.MUL && catalog.Tickers.Fields[OwnedField(addr)]
	case *ssa.Call:
		return catalog.Tickers.Calls[Callee(&ch.Call)]
	}
	return false
}

// OwnedField returns the catalog name of the field at addr.
func OwnedField(addr *ssa.FieldAddr) string {
	owner := callmatch.TypeName(addr.X.Type())
	if owner == "" {
		return ""
	}
	return owner + "." + structField(addr.X.Type(), addr.Field).Name()
}

// ContextSource returns what ends a context.
func (f *Flow) ContextSource(ctx ssa.Value) *Source {
	return f.contextSource(ctx, make(map[*Class]bool))
}

func (f *Flow) contextSource(ctx ssa.Value, seen map[*Class]bool) *Source {
	c := f.Class(ctx)
	if c == nil {
		return &Source{Open: true}
	}
	s := &Source{Context: c, Open: c.Foreign || len(c.Makes) == 0}
	if seen[c] {
		return s
	}
	seen[c] = true
	for _, m := range c.Makes {
		f.addEnds(s, m, seen)
	}
	s.Closes = s.Raises
	return s
}

// addEnds adds to s what ends the context that m makes.
func (f *Flow) addEnds(s *Source, m ssa.Value, seen map[*Class]bool) {
	call, ok := m.(*ssa.Call)
	if ex, isExtract := m.(*ssa.Extract); isExtract {
		call, ok = ex.Tuple.(*ssa.Call)
	}
	if !ok {
		s.Open = true
		return
	}
	name := Callee(&call.Call)
	switch {
	case catalog.ContextRoots[name]:
		return
	case catalog.ContextDerives[name] == "detached":
		return
	case catalog.ContextDerives[name] == "parent":
	case catalog.ContextEnds[name] == "cancel":
		f.addCancel(s, call)
	default:
		s.Open = true // signals, deadlines, groups, the shutdown of the process
		return
	}
	parent := f.contextSource(call.Call.Args[0], seen)
	s.Raises = append(s.Raises, parent.Raises...)
	s.Open = s.Open || parent.Open
}

// addCancel adds the calls of the cancel function that a With call returns.
func (f *Flow) addCancel(s *Source, call *ssa.Call) {
	for _, ref := range ssabuild.Referrers(call) {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index != 1 {
			continue
		}
		cancel := f.class(ex)
		s.Raises = append(s.Raises, cancel.Calls...)
		s.Open = s.Open || cancel.OutSends || cancel.Foreign
	}
}

// FlagSource returns the flag that cond tests, nil if it tests none, and whether cond is
// true when the flag is set.
func (f *Flow) FlagSource(cond ssa.Value) (s *Source, raised bool) {
	if ctx, ended := contextTest(cond); ctx != nil {
		return f.ContextSource(ctx), ended
	}
	fl, raised := f.flagTest(cond)
	if fl == nil {
		return nil, false
	}
	return &Source{Flag: fl, Raises: fl.Raises, Closes: fl.Raises, Open: fl.Open}, raised
}

// contextTest recognizes ctx.Err() compared with nil.
func contextTest(cond ssa.Value) (ctx ssa.Value, ended bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, false
	}
	call, ok := cmp.X.(*ssa.Call)
	if !ok || Callee(&call.Call) != "(context.Context).Err" || !isNil(cmp.Y) {
		return nil, false
	}
	return call.Call.Value, cmp.Op == token.NEQ
}

// Name returns the user's name for a value: of the variable, parameter or field
// that holds it, "" when it has none.
func Name(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Global:
		return v.Name()
	case *ssa.FieldAddr:
		field := structField(v.X.Type(), v.Field).Name()
		if base := Name(v.X); base != "" {
			return base + "." + field
		}
		return field
	case *ssa.Field:
		return structField(v.X.Type(), v.Field).Name()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return Name(v.X)
		}
	case *ssa.ChangeType:
		return Name(v.X)
	case *ssa.Call:
		if Callee(&v.Call) == "(context.Context).Done" {
			if base := Name(v.Call.Value); base != "" {
				return base + ".Done()"
			}
			return "ctx.Done()"
		}
	}
	return debugName(v)
}

// debugName returns the name of a local variable that v is assigned to.
func debugName(v ssa.Value) string {
	refs := v.Referrers()
	if refs == nil {
		return ""
	}
	for _, ref := range *refs {
		if d, ok := ref.(*ssa.DebugRef); ok && !d.IsAddr {
			if obj, ok := d.Object().(*types.Var); ok {
				return obj.Name()
			}
		}
	}
	return ""
}

// Field returns the struct field that addr is the address of, the origin for
// fields of generic types.
func Field(addr *ssa.FieldAddr) *types.Var { return structField(addr.X.Type(), addr.Field).Origin() }

// Promotes returns the value that has the receiver of a promoted method in an embedded field, v itself for
// other receivers.
//
//	rows.Next() // of the *sql.Rows in rows
func Promotes(v ssa.Value) ssa.Value {
	for {
		addr := v
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			addr = load.X
		}
		field, ok := addr.(*ssa.FieldAddr)
		if !ok || !Field(field).Embedded() {
			return v
		}
		v = field.X
	}
}
