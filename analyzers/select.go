package analyzers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

// None is the checks option of an analyzer of which nothing is to run.
const None = "-all"

// ErrNone says that a selection leaves nothing.
var ErrNone = errors.New("no check is left to run")

// Select resolves words like "all", "default", "lockrace", "-httptimeout" and
// "goroutineleak/no-exit" to the checks option of each analyzer, by name. Once a
// word without a - stands among them, only what they name runs; else they take
// away from the default.
func Select(suite []*check.Analyzer, words []string) (map[string]string, error) {
	chosen := make(map[string]string)
	if slices.ContainsFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") }) {
		for _, a := range suite {
			chosen[a.Name] = None
		}
	}
	for _, word := range words {
		known := false
		for _, a := range suite {
			if entry, ok := entryFor(a, word); ok {
				known = true
				chosen[a.Name] = combine(chosen[a.Name], entry)
			}
		}
		if !known {
			return nil, Unknown(suite, strings.TrimPrefix(strings.TrimSpace(word), "-"))
		}
	}
	if !slices.ContainsFunc(suite, func(a *check.Analyzer) bool { return chosen[a.Name] != None }) {
		return chosen, ErrNone
	}
	return chosen, nil
}

// LeftOut returns the IDs of the checks that do not run with what [Select] has chosen.
func LeftOut(suite []*check.Analyzer, chosen map[string]string) map[string]bool {
	out := make(map[string]bool)
	for _, a := range suite {
		for _, c := range a.LeftOut(chosen[a.Name]) {
			out[c.ID()] = true
		}
	}
	return out
}

// entryFor returns what a word means to one analyzer, if anything.
func entryFor(a *check.Analyzer, word string) (string, bool) {
	name, without := strings.CutPrefix(strings.TrimSpace(word), "-")
	analyzer, slug, one := strings.Cut(name, "/")
	var entry string
	switch {
	case name == "all", name == "default":
		entry = name
	case analyzer != a.Name:
		return "", false
	case one:
		if !slices.ContainsFunc(a.Checks, func(c *check.Check) bool { return c.Is(slug) }) {
			return "", false
		}
		entry = slug
	case without:
		entry = "all"
	default:
		entry = "default"
	}
	if without {
		entry = "-" + entry
	}
	return entry, true
}

// combine adds an entry to a selection.
func combine(selection, entry string) string {
	switch {
	case entry == None:
		return None
	case selection == "", selection == None && !strings.HasPrefix(entry, "-"):
		return entry
	case selection == None:
		return None
	}
	return selection + "," + entry
}

// Unknown is the error for a word that names no check. It names the check that is nearest,
// whether the word is a slug or has the analyzer before it, and those of an analyzer if
// only that is right.
func Unknown(suite []*check.Analyzer, word string) error {
	if meant := Meant(suite, word); meant != "" {
		return fmt.Errorf("unknown check %q; did you mean %s?", word, meant)
	}
	analyzer, slug, _ := strings.Cut(word, "/")
	var ids []string
	for _, a := range suite {
		for _, c := range a.Checks {
			if a.Name == analyzer {
				ids = append(ids, c.ID())
			}
		}
	}
	switch {
	case len(ids) == 0:
		return fmt.Errorf("unknown check %q; lifecyclelint checks lists them", word)
	case slug == "":
		return fmt.Errorf("%q is an analyzer; its checks are %s", word, strings.Join(ids, ", "))
	}
	return fmt.Errorf("unknown check %q; those of %s are %s", word, analyzer, strings.Join(ids, ", "))
}

// Meant returns the check or analyzer that is meant by a word that names none, "" if
// none is near.
func Meant(suite []*check.Analyzer, word string) string {
	_, slug, whole := strings.Cut(word, "/")
	id := make(map[string]string) // by what may have been written for it
	var names []string
	add := func(name, of string) {
		if _, ok := id[name]; !ok {
			id[name] = of
			names = append(names, name)
		}
	}
	for _, a := range suite {
		for _, c := range a.Checks {
			if c.Is(word) || c.Is(slug) {
				return c.ID()
			}
			for _, known := range c.IDs() {
				add(known, c.ID())
				if !whole {
					add(strings.TrimPrefix(known, a.Name+"/"), c.ID())
				}
			}
		}
		if a.Name == word {
			return ""
		}
		add(a.Name, a.Name)
	}
	return id[near.Word(word, names)]
}
