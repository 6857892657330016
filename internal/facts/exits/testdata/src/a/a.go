package a

import (
	"fmt"
	"log"
	"os"
)

func Die(v ...any) { log.Fatal(v...) } // want Die:"always"

func Quit(code int) { // want Quit:"always"
	fmt.Println("bye")
	os.Exit(code)
}

func Indirect() { Quit(1) } // want Indirect:"always"

func Check(err error) { // want Check:"failed 1 true 0"
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func CheckMessage(message string, err error) { // want CheckMessage:"failed 10 true 0"
	if err == nil {
		return
	}
	log.Println(message)
	Die(err)
}

func CheckAny(v any) { // want CheckAny:"failed 1 true 0"
	if v != nil {
		os.Exit(1)
	}
}

func FatalIf(cond bool, format string, args ...any) { // want FatalIf:"failed 0 true 1"
	if !cond {
		return
	}
	log.Fatalf(format, args...)
}

func FatalIfError(err error) { // want FatalIfError:"failed 1 true 0"
	FatalIf(err != nil, "%v", err)
}

func Passes(err error) { Check(err) } // want Passes:"failed 1 true 0"

// Nothing is known of these: what they do depends on more, and deferred calls run.
func Sometimes(err error) {
	if err != nil {
		if os.IsNotExist(err) {
			return
		}
		os.Exit(1)
	}
}

func Must(err error) {
	if err != nil {
		panic(err)
	}
}

func Logs(err error) {
	if err != nil {
		log.Print(err)
	}
}

func Later() func() { return func() { os.Exit(1) } }

func Waits() {
	for {
		if os.Getenv("X") != "" {
			break
		}
	}
	os.Exit(1)
}

var quit = os.Exit

func ByVariable() { quit(1) } // want ByVariable:"always"

func ByLiteral(err error) { // want ByLiteral:"always"
	fail := func(err error) {
		fmt.Println(err)
		os.Exit(1)
	}
	fail(err)
}

func MustByLiteral(err error) { // want MustByLiteral:"failed 1 true 0"
	must := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	must(err)
}

// Nothing is known: it may be either.
var stop = os.Exit

func SetStop(f func(int)) { stop = f }

func ByReplaced() { stop(1) }

// Open fails with what it opens.
func Open(name string) *os.File { // want Open:"by log.Fatalf"
	f, err := os.Open(name)
	if err != nil {
		log.Fatalf("open %s: %v", name, err)
	}
	return f
}

func OpenBoth(a, b string) { open(a) } // want OpenBoth:"by os.Exit"

func open(name string) {
	if _, err := os.Open(name); err != nil {
		os.Exit(1)
	}
}

// The error is always there, or never.
func Constant() *os.File {
	f, err := os.Open("/etc/hosts")
	if err != nil {
		log.Fatal(err)
	}
	return f
}

// The error is returned, but once.
func Mostly(name string) error {
	_, err := os.Open(name)
	if err != nil {
		if os.IsPermission(err) {
			return err
		}
		log.Fatal(err)
	}
	return nil
}
