package localhostdefault

import (
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judge decides whether the address is dialled: by where its value goes, and
// where that cannot be seen by its name and shape. A flag has to say whose address
// it is: what is called endpoints or server is that of the product's own server. So
// has the configuration of a package for one product, such as etcd.Config: that
// product's usual address is its default, and who asks for the product sets it.
func (f *finder) judge(s *setting) {
	if s.flag && !f.serves() {
		s.doubts = append(s.doubts, check.Doubting(verdict.ByHand, s.at.Pos()))
	}
	uses, name := f.follow(s), s.key
	product, rest, _ := strings.Cut(name, ".")
	ofProduct := s.part && !configs[product]
	if ofProduct {
		name = behindProduct(rest, product)
	}
	shape := shapeOf(s.value)
	if ofProduct && shape == storeURL && !kindsOfStores[product] {
		shape = hostPort // the product's own scheme says no more than the package
	}
	role := roleOf(name, shape)
	switch {
	case uses.listened, uses.noted && !uses.dialled, role == other:
		s.safe = s.at.Pos()
	case uses.dialled:
		s.dialled = role == dialled || role == open && !s.flag && !ofProduct && (!s.named || f.serves())
	default:
		s.dialled = role == dialled && !ofProduct
	}
	if !s.dialled {
		s.doubts = append(s.doubts, check.Doubting(verdict.OutOfSight, s.at.Pos()))
	}
}

// behindProduct returns the name of a setting without that of its type, where the type
// has the name of the product, too: nats_consumer.NatsConsumer.servers.
func behindProduct(name, product string) string {
	typ, field, ok := strings.Cut(name, ".")
	if ok && strings.EqualFold(typ, strings.ReplaceAll(product, "_", "")) {
		return field
	}
	return name
}
