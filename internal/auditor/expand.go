package auditor

import "github.com/lifecyclelint/lifecyclelint/internal/facts/steps"

// expand puts the functions kept in a field in the place of its calls.
func expand(list []steps.Step, kept map[string][]steps.Step, depth int) []steps.Step {
	var out []steps.Step
	for _, s := range list {
		switch s.Kind {
		case steps.Keep:
		case steps.Field:
			if depth > 0 {
				out = append(out, alternatives(s, kept, depth)...)
			}
		default:
			s.Body = expand(s.Body, kept, depth)
			out = append(out, s)
		}
	}
	return out
}

// alternatives returns what a call of a field does. Hooks are called one after
// the other; of several that run a service, such as the commands of a program,
// each is a life of its own, and what the short ones do comes before.
func alternatives(s steps.Step, kept map[string][]steps.Step, depth int) []steps.Step {
	var out []steps.Step
	var lives [][]steps.Step
	bodies := kept[s.Key]
	for _, k := range bodies {
		body := expand(steps.Bind(k.Body, s.Args), kept, depth-1)
		for i := range body {
			body[i].Deferred = body[i].Deferred || s.Deferred
			body[i].Cond = body[i].Cond || s.Cond || len(bodies) > 1 && body[i].Kind == steps.Exit
		}
		if len(bodies) > 1 && life(body) {
			lives = append(lives, body)
		} else {
			out = append(out, body...)
		}
	}
	if len(lives) == 1 {
		return append(out, lives[0]...)
	}
	for _, body := range lives {
		out = append(out, steps.Step{Kind: steps.Start, Via: "a command", At: s.At, Body: body})
	}
	return out
}

// life reports whether a function runs a service: it serves, or asks for the
// signal that ends it.
func life(body []steps.Step) (found bool) {
	steps.Each(body, func(s *steps.Step) bool {
		found = found || s.Kind == steps.Serve || s.Kind == steps.Signal
		return !found
	})
	return found
}
