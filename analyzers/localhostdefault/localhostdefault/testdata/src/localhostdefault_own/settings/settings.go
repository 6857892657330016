// Package settings holds the settings of a program.
package settings

type Settings struct {
	Addr string // the binding address of the server
	Port int

	// Ledger is the host that the ledger listens on.
	Ledger     string
	LedgerPort int
}
