package closebeforefarewell

import (
	"bufio"
	"compress/gzip"
	"database/sql"
	"net/smtp"
	"os"
)

func export(name string, rows []string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	defer w.Flush()
	defer f.Close() // want `w.Flush fails, and what it would write or report is lost: deferred f.Close runs before w.Flush \(line 17\)`
	for _, row := range rows {
		if _, err := w.WriteString(row); err != nil {
			return err
		}
	}
	return nil
}

func pack(f *os.File, body []byte) error {
	z := gzip.NewWriter(f)
	_, err := z.Write(body)
	_ = f.Close() // want `z.Close fails`
	_ = z.Close()
	return err
}

func mail(addr string) error {
	c, err := smtp.Dial(addr)
	if err != nil {
		return err
	}
	defer c.Quit()
	defer c.Close() // want `c.Quit fails`
	return c.Noop()
}

func transfer(tx *sql.Tx) error {
	defer tx.Commit()
	defer tx.Rollback() // want `tx.Commit fails`
	_, err := tx.Exec("UPDATE accounts SET balance = 0")
	return err
}

type producer struct{}

func (*producer) Flush(ms int) int { return 0 }
func (*producer) Close()           {}

type service struct{ events *producer }

func (s *service) Stop() {
	s.events.Close() // want `s.events.Flush fails`
	s.events.Flush(1000)
}
