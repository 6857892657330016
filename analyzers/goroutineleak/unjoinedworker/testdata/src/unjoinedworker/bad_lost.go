package main

import (
	"database/sql"
	"net/http"
	"os"
	"sync"
)

type Ledger interface {
	Save(id, line string) error
	Delete(id string) error
}

type orders struct {
	books Ledger
	db    *sql.DB
	dir   string
	wg    sync.WaitGroup
}

func (o *orders) place(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	go o.books.Save(id, "placed") // want `the call of Save at line \d+ is lost when the program ends: nothing waits for o\.books\.Save`
	go o.enter(id)                // want `the call of Save at line \d+ is lost when the program ends: nothing waits for o\.enter`
	go func() {                   // want `the call of WriteFile at line \d+ is lost when the program ends: nothing waits for the goroutine`
		if err := os.WriteFile(o.dir+"/"+id, nil, 0o600); err != nil {
			println(err.Error())
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

func (o *orders) enter(id string) {
	if err := o.books.Save(id, "entered"); err != nil {
		println(err.Error())
	}
}

// each starts goroutines that do the work.
func (o *orders) each(ids []string) {
	go func() { // want `the call of Exec at line \d+ is lost when the program ends`
		for _, id := range ids {
			go func() { // want `the call of Exec at line \d+ is lost when the program ends`
				o.db.Exec("update orders set sent = true where id = ?", id)
			}()
		}
	}()
}

// A value that is closed waits for the work itself.
type invoices struct {
	mu    sync.Mutex
	books Ledger
	open  bool
}

func (v *invoices) Write(id string) {
	go v.books.Save(id, "written") // want `the call of Save at line \d+ is lost when the program ends`
}

func (v *invoices) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.open = false
	return nil
}
