// Package ignore reports ignore directives that do not do what they say.
//
// # Analyzer ignore
//
// An ignore directive is a promise about the code below it. This analyzer keeps the
// promises honest: a directive without a reason or with a misspelt check covers nothing,
// one whose date has passed covers nothing any more, and one that suppresses no finding is
// left over from deleted code.
//
// It requires all other analyzers and looks at what they suppressed, so it never reports a
// directive for a check that did not run. //nolint:lifecyclelint belongs to golangci-lint,
// which reports unused ones itself.
package ignore
