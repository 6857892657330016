package textbook

import (
	"fmt"
	"strings"
)

// A function is the body of a shape with what is around it.
type function struct {
	name, decls, body, setup, call string
	receiver                       param // of the method; else the parameter in its place, if the shape has one
	ownReceiver                    bool  // the shape has one
	params                         []param
	results                        string
	placement                      string
	ctx                            Context
}

func (r *renderer) newFunction() (*function, error) {
	texts, err := r.expand("decls", "receiver", "body", "results", "setup", "params")
	if err != nil {
		return nil, err
	}
	f := &function{
		name: visible(r.shape.Func, r.ctx.Exported), decls: texts["decls"], body: texts["body"], setup: texts["setup"],
		results: strings.TrimSpace(texts["results"]), placement: r.ctx.Placement, ctx: r.ctx,
	}
	if f.params, err = parseParams(texts["params"]); err != nil {
		return nil, err
	}
	if stop := (param{r.v.StopArg(), r.v.StopType()}); mentions(f.body, stop.name) && !f.declares(stop.name) && strings.Contains(r.shape.sections[r.side], "{{.") {
		f.params = append(f.params, stop)
	}
	f.params = stopFirst(f.params)
	if err := f.waitForGroup(r.v); err != nil {
		return nil, err
	}
	if err := f.setReceiver(texts["receiver"]); err != nil {
		return nil, err
	}
	r.v.Func = f.callee()
	texts, err = r.expand("call")
	f.call = strings.TrimSpace(texts["call"])
	return f, err
}

// declares reports whether the function has a parameter of that name, or whether
// the body makes the variable itself.
func (f *function) declares(name string) bool {
	for _, p := range f.params {
		if p.name == name {
			return true
		}
	}
	return declares(f.body, name)
}

// waitForGroup lets the function wait for its group, unless the shape says where.
func (f *function) waitForGroup(v *values) error {
	if !v.group || v.waits || v.onField {
		return nil
	}
	if f.results != "" {
		return fmt.Errorf("the function has results: say with {{.Wait}} where it waits for the group, or with {{.NoWait}} that it does not")
	}
	f.body += "\n" + v.wait("group")
	return nil
}

func (f *function) setReceiver(text string) error {
	list, err := parseParams(text)
	if err != nil {
		return err
	}
	if f.ownReceiver = len(list) == 1; f.ownReceiver {
		f.receiver = list[0]
	} else if f.placement == "method" {
		service := visible("Service", f.ctx.Exported)
		f.decls += "type " + service + " struct{}\n"
		f.receiver = param{"svc", "*" + service}
	}
	return nil
}

// all returns every parameter of a function that stands alone.
func (f *function) all() []param {
	if f.ownReceiver && f.placement != "method" {
		return stopFirst(append([]param{f.receiver}, f.params...))
	}
	return f.params
}

// outer returns the parameters of its caller.
func (f *function) outer() []param {
	if f.placement == "method" {
		return stopFirst(append([]param{f.receiver}, f.params...))
	}
	return f.all()
}

// callee returns the expression that calls it, or that passes it on.
func (f *function) callee() string {
	switch f.placement {
	case "method":
		return f.receiver.name + "." + f.name
	case "generic":
		return f.name + "[int]"
	}
	return f.name
}

func (f *function) write(r *renderer) {
	signature := declare(f.all()) + f.resultList()
	switch f.placement {
	case "inline":
	case "method":
		r.printf("func (%s) %s%s {\n%s\n}\n\n", f.receiver, f.name, signature, f.body)
	case "generic":
		r.printf("func %s[T any]%s {\n%s\n}\n\n", f.name, signature, f.body)
	case "closure":
		r.printf("func %s%s {\nstep := func()%s {\n%s\n}\n%s\n}\n\n", f.name, signature, f.resultList(), f.body, f.forward("step()"))
	case "helper":
		r.printf("func %s%s {\n%s\n}\n\n", f.name, signature, f.forward("step"+pass(f.all())))
		r.printf("func step%s {\n%s\n}\n\n", signature, f.body)
	default:
		r.printf("func %s%s {\n%s\n}\n\n", f.name, signature, f.body)
	}
}

func (f *function) resultList() string {
	switch {
	case f.results == "":
		return ""
	case strings.ContainsAny(f.results, ", "):
		return " (" + f.results + ")"
	}
	return " " + f.results
}

// forward calls, and returns what the call returns.
func (f *function) forward(call string) string {
	if f.results != "" {
		return "return " + call
	}
	return call
}

// caller writes another function of the library that calls it.
func (f *function) caller(r *renderer) {
	if f.call != "" {
		r.printf("func Use%s {\n%s\n%s\n}\n", declare(f.callParams()), f.setup, f.call)
		return
	}
	r.printf("func Use%s%s {\n%s\n}\n", declare(f.outer()), f.resultList(), f.forward(f.callee()+pass(f.all())))
}

// callParams returns the variables that the shape's own call can name: the receiver
// of a method.
func (f *function) callParams() []param {
	if f.placement == "method" && !declares(f.setup, f.receiver.name) {
		return []param{f.receiver}
	}
	return nil
}

// mainParams returns the variables that main has to make.
func (f *function) mainParams() []param {
	if f.call != "" {
		return f.callParams()
	}
	if f.placement != "inline" {
		return f.outer()
	}
	var used []param
	for _, p := range f.outer() {
		if mentions(f.body, p.name) {
			used = append(used, p)
		}
	}
	return used
}

// mainCall returns the call in main, or the body where it stands there itself.
func (f *function) mainCall() string {
	if f.placement == "inline" {
		return f.body
	}
	if f.call != "" {
		return f.call
	}
	call := f.callee() + pass(f.all())
	switch {
	case f.results == "":
		return call
	case f.results == "error":
		return "if err := " + call + "; err != nil {\nlog.Println(err)\n}"
	}
	list, err := parseParams(namedResults(f.results))
	if err != nil {
		return call
	}
	return strings.TrimSuffix(strings.Repeat("_, ", len(list)), ", ") + " = " + call
}

// namedResults gives results names, so that they read as parameters.
func namedResults(results string) string {
	list := strings.Split(results, ",")
	for i := range list {
		if len(strings.Fields(list[i])) == 1 {
			list[i] = fmt.Sprintf("r%d %s", i, strings.TrimSpace(list[i]))
		}
	}
	return strings.Join(list, ", ")
}
