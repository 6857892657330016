package main

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// speakOfDependencies has the tool write its diagnostics also when the go command
// wants a package's facts alone. The go command (1.26) keeps both under one key: a
// package that was first analyzed as the dependency of another would be silent ever
// after. Facts need nearly all of the analysis, so there is little to save. It takes
// a flag, since the reader has to leave out what was not asked for; variants of a
// package that exist for another one's tests are never asked for by themselves.
//
// What goes wrong here goes wrong again where the file is read next, and is said
// there.
func speakOfDependencies(args []string) {
	flag.Bool(strings.TrimPrefix(driver.DependenciesFlag, "-"), false, "report in dependencies too, for a reader that picks packages")
	if !slices.Contains(args, driver.DependenciesFlag) || !strings.HasSuffix(args[len(args)-1], ".cfg") {
		return
	}
	name := args[len(args)-1]
	data, err := os.ReadFile(name)
	if err != nil {
		return
	}
	if data, ok := wholeUnit(data); ok {
		_ = os.WriteFile(name, data, 0o666)
	}
}

// wholeUnit returns the description of a unit of which facts alone are wanted as one
// of which everything is.
func wholeUnit(data []byte) ([]byte, bool) {
	var unit map[string]json.RawMessage
	var id string
	if json.Unmarshal(data, &unit) != nil || json.Unmarshal(unit["ID"], &id) != nil {
		return nil, false
	}
	if string(unit["VetxOnly"]) != "true" || strings.Contains(id, " [") {
		return nil, false
	}
	unit["VetxOnly"] = json.RawMessage("false")
	data, err := json.Marshal(unit)
	return data, err == nil
}
