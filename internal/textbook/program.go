package textbook

import "strings"

// main writes the main function: variables for the parameters, the call, and the wait for
// the program's end, in the plain style of services.
func (r *renderer) main(params []param, setup, call string) {
	r.printf("func main() {\n")
	wait := ""
	for _, p := range params {
		if declares(setup, p.name) {
			continue
		}
		prelude, end := p.forProgram()
		r.printf("%s\n", prelude)
		if end != "" {
			wait = end
		}
	}
	r.printf("%s\n%s\n", setup, call)
	if wait == "" {
		wait = "signals := make(chan os.Signal, 1)\n" +
			"signal.Notify(signals, os.Interrupt, syscall.SIGTERM)\n<-signals"
	}
	if !r.shape.Blocks {
		r.printf("%s\n", wait)
	}
	r.printf("}\n")
}

func declares(setup, name string) bool {
	return strings.Contains(setup, name+" :=") || strings.Contains(setup, name+", ") || strings.Contains(setup, "var "+name+" ")
}

// forProgram returns the statements that give the parameter a value in main, and how main
// waits if it is the stop signal.
func (p param) forProgram() (prelude, wait string) {
	switch {
	case p.typ == "context.Context":
		return p.name + ", cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)\n" +
			"defer cancel()", "<-" + p.name + ".Done()"
	case p.stops():
		return "stop := make(chan struct{})\n" +
			"signals := make(chan os.Signal, 1)\n" +
			"signal.Notify(signals, os.Interrupt, syscall.SIGTERM)\n" +
			"go func() {\n<-signals\nclose(stop)\n}()", "<-stop"
	case strings.HasPrefix(p.typ, "*"):
		return p.name + " := new(" + p.typ[1:] + ")", ""
	case strings.HasPrefix(p.typ, "map["):
		return p.name + " := make(" + p.typ + ")", ""
	case strings.Contains(p.typ, "chan") && !strings.Contains(p.typ, "func("):
		return p.name + " := make(" + bothWays(p.typ) + ")", ""
	case strings.HasPrefix(p.typ, "func(") && strings.HasSuffix(p.typ, ")") && strings.Count(p.typ, "(") == 1:
		return p.name + " := " + p.typ + " {}", ""
	case strings.HasPrefix(p.typ, "..."):
		return "var " + p.name + " []" + p.typ[3:], ""
	}
	return "var " + p.name + " " + p.typ, ""
}

// bothWays returns the type of a channel with both directions.
func bothWays(typ string) string {
	typ = strings.TrimPrefix(typ, "<-")
	return strings.Replace(typ, "chan<-", "chan", 1)
}
