package closebeforefarewell

import (
	"bufio"
	"database/sql"
	"os"
)

// Safe: the flush runs first.
func flushes(f *os.File) error {
	w := bufio.NewWriter(f)
	defer f.Close()
	defer w.Flush()
	_, err := w.WriteString("row")
	return err
}

// Safe: the rollback does nothing after the commit.
func commits(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM jobs"); err != nil {
		return err
	}
	return tx.Commit()
}

// Safe: two objects.
func two(a, b *producer) {
	a.Close()
	b.Flush(1)
	b.Close()
}

// Safe: it is closed on one path only.
func failed(p *producer, bad bool) {
	if bad {
		p.Close()
		return
	}
	p.Flush(1)
	p.Close()
}

// Safe: it is another one by then.
func again(p *producer) {
	p.Close()
	p = &producer{}
	p.Flush(1)
}

// Safe: the fields are of two services.
func services(a, b *service) {
	a.events.Close()
	b.events.Flush(1)
}
