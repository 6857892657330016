package closebeforefarewell

import "log"

type registry struct{}

func (*registry) Register() error   { return nil }
func (*registry) Deregister() error { return nil }
func (*registry) Close() error      { return nil }

func announce(r *registry) error {
	if err := r.Register(); err != nil {
		return err
	}
	defer func() {
		r.Close() // want `r.Deregister fails`
		if err := r.Deregister(); err != nil {
			log.Print(err)
		}
	}()
	return nil
}

func apart(p *producer) {
	defer p.Flush(1000)
	log.Print("producing")
	defer p.Close() // want `p.Flush fails`
}

func ended(p *producer) {
	defer p.Flush(1000)
	log.Print("producing")
	p.Close() // want `p.Flush fails, and what it would write or report is lost: p.Close runs before p.Flush`
}
