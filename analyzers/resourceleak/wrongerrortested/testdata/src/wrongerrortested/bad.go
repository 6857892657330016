package wrongerrortested

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"strconv"
)

func migrate(db *sql.DB, schema string) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		if errCommit := tx.Commit(); err != nil { // want `a failure of tx.Commit is taken for success: its error is errCommit, and the condition tests err`
			err = fmt.Errorf("commit: %w", errCommit)
		}
	}()
	_, err = tx.Exec(schema)
	return err
}

// The call is the statement in front of the condition.
func level(text string) (n int, err error) {
	parsed, errParse := strconv.Atoi(text)
	if err != nil { // want `a failure of strconv.Atoi is taken for success: its error is errParse, and the condition tests err`
		err = errParse
		return
	}
	return parsed, nil
}

func openBoth(in, out string) (io.Reader, io.Writer, error) {
	r, err := os.Open(in)
	if err != nil {
		return nil, nil, err
	}
	w, createErr := os.Create(out)
	if err != nil { // want `a failure of os.Create is taken for success`
		r.Close()
		return nil, nil, createErr
	}
	return r, w, nil
}
